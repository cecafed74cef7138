"""Packages that a door needs and the house does not: imported when the door is opened, named when they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from riverboat.errors import RiverboatError


def need(module: str, extra: str) -> Any:
    """A module of an optional package, or an error that says how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise RiverboatError(
            f'{package} is not installed, or not whole ({error}): pip install "riverboat[{extra}]" brings it'
        ) from None
