"""Where things stand on the screen: what a decision needs is in sight, and nothing lies over it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.acting import at_rest, drawn

#: Phones upright and on their side, a page at 200 % zoom, a laptop, a large screen.
SIZES = {"phone": (375, 667), "rotated": (844, 390), "zoomed": (720, 450), "laptop": (1280, 800), "large": (1920, 1080)}

_BOXES = """(wanted) => {
    const found = {};
    for (const [name, selector] of Object.entries(wanted)) {
        found[name] = [...document.querySelectorAll(selector)]
            .filter((each) => each.checkVisibility() && each.getClientRects().length)
            .map((each) => each.getBoundingClientRect())
            .map((box) => [box.left, box.top, box.right, box.bottom]);
    }
    return found;
}"""
_NEEDED = {
    "buttons": ".actions button, .actions input",
    "facts": ".facts",
    "own": ".seat.you .cards > span, .seat.you .tray > svg",
    "plates": ".plate",
    "board": ".board > span",
    "pot": ".felt .pot, .felt .bid-now",
    "verdict": ".verdict",
}
#: What may not lie over what.
_APART = (("own", "buttons"), ("own", "facts"), ("own", "board"), ("plates", "board"), ("plates", "buttons"))
Box = tuple[float, float, float, float]


def boxes(page: Page) -> dict[str, list[Box]]:
    """What a decision needs, by kind, where it stands in the window."""
    drawn(page)
    at_rest(page)
    page.evaluate("scrollTo(0, 0)")
    found: dict[str, Any] = page.evaluate(_BOXES, _NEEDED)
    return {name: [(box[0], box[1], box[2], box[3]) for box in each] for name, each in found.items()}


def all_in_sight(page: Page) -> dict[str, list[Box]]:
    """Everything a decision needs is inside the window, and neither covers the other; what was found."""
    size = page.viewport_size
    assert size is not None
    found = boxes(page)
    for name, each in found.items():
        for left, top, right, bottom in each:
            inside = left >= -1 and top >= -1 and right <= size["width"] + 1 and bottom <= size["height"] + 1
            assert inside, f"{name} at {left:.0f},{top:.0f} to {right:.0f},{bottom:.0f} in {size}"
    for one, other in _APART:
        for first in found[one]:
            for second in found[other]:
                assert not overlap(first, second), f"{one} {first} and {other} {second} in {size}"
    assert found["own"] or found["plates"]
    return found


def overlap(one: Box, other: Box, slack: float = 2) -> bool:
    """Whether one lies over the other."""
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


_CUT = """() => {
    const width = document.documentElement.clientWidth, found = [];
    const scrolls = (each) => each.closest('.wide, dialog, nav, .talk');
    const wanted = 'main button, main input, main select, main a, main h1, main h2, main svg.card, main td, main th';
    for (const each of document.querySelectorAll(wanted)) {
        if (!each.checkVisibility() || !each.getClientRects().length) continue;
        if (scrolls(each) || each.closest('.unseen')) continue;
        const box = each.getBoundingClientRect();
        if (box.left < -1 || box.right > width + 1) found.push([each.outerHTML.slice(0, 90), box.left, box.right]);
        const hides = getComputedStyle(each).overflowX === 'hidden' || each.matches('button, a');
        if (hides && each.scrollWidth > each.clientWidth + 2 && each.clientWidth && !each.matches('input')
            && getComputedStyle(each).display !== 'inline') found.push([each.outerHTML.slice(0, 90), 'clipped']);
    }
    const over = document.documentElement.scrollWidth - width;
    if (over > 0) found.push(['the page', over]);
    return found;
}"""


def nothing_cut_off(page: Page) -> None:
    """Nothing of a view that is scrolled reaches beyond the window's sides, and no button hides a part of its words."""
    drawn(page)
    at_rest(page)
    found = page.evaluate(_CUT)
    assert not found, (page.viewport_size, found[:4])
