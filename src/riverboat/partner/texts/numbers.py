"""Numbers as a player would say them."""

from __future__ import annotations


def percent(share: float) -> str:
    """A share in per cent, finer where it is small: "63%", "4.2%", "0.03%"; never 0 or 100 by rounding alone."""
    value = 100 * share
    if share in (0.0, 1.0):
        return f"{value:.0f}%"
    if value >= 99.5:
        return f"{min(value, 99.99):.2f}%" if value >= 99.95 else f"{value:.1f}%"
    if value < 0.005:
        return "less than 0.01%"
    return f"{value:.0f}%" if value >= 9.95 else f"{value:.1f}%" if value >= 0.95 else f"{value:.2f}%"


def amount(value: float, unit: str = "") -> str:
    """A sum of chips or points, finer where it is small: "683", "11", "4.1", "0.13", with its unit."""
    size = abs(value)
    digits = 0 if size >= 9.95 or size == 0 else 1 if size >= 0.995 else 2
    return f"{size:,.{digits}f} {unit}".rstrip()


def signed(value: float) -> str:
    """What something is worth: "+4.1", "-3.1", "0"."""
    told = amount(value)
    return "0" if float(told.replace(",", "")) == 0 else f"{'+' if value > 0 else '-'}{told}"
