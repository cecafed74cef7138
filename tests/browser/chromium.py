"""Where a Chromium is for the browser tests; run as a program it gets one where there is none.

The system's, else playwright's own download, else Debian's package where we are root. None at all is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "no Chromium was found for the browser tests, and none could be got: install one (Debian: apt-get install "
    "chromium), or run `python -m playwright install chromium`"
)


def installed() -> str | None:
    """The Chromium of the system, or the one that playwright has loaded."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def find() -> str:
    """A Chromium, got from elsewhere if need be; a failure says what to do."""
    if found := installed():
        return found
    print("no Chromium: playwright loads one", file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, timeout=900)
    if found := installed():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("no Chromium: Debian's package is installed", file=sys.stderr, flush=True)
        subprocess.run(["apt-get", "update"], check=False, timeout=900)
        subprocess.run(["apt-get", "install", "-y", "chromium"], check=False, timeout=1800)
    found = installed()
    if found is None:
        sys.exit(MISSING)
    return found


if __name__ == "__main__":
    print(find())
