"""Spots, sizes and trees of bets: what is read, what is refused, and which bets there are."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.errors import CardError, GameError, RangeError, RiverboatError
from riverboat.solving.spots import Spot, estimate
from riverboat.solving.spots.betting import BettingNode, NodeKind, betting_tree
from riverboat.solving.spots.estimates import refuse_large
from riverboat.solving.spots.sizes import Menu, format_sizes, parse_sizes

GIVEN: dict[str, Any] = {"board": "Td9d6hQc2s", "oop": "AA", "ip": "KK, QJs", "pot": 200, "stack": 900}


def make(**options: Any) -> Spot:
    return Spot(**{**GIVEN, **options})


def ways(node: BettingNode, path: str = "") -> list[str]:
    """All ways to the end of the first street."""
    if node.kind > NodeKind.IP:
        return [path]
    after = zip(node.actions, node.children, strict=True)
    return [way for action, child in after for way in ways(child, f"{path}, {action}" if path else action)]


@pytest.mark.parametrize("text", ["50%, 100%, a", "33.3%", "2.5x, 40, a", "", "0.5%"])
def test_sizes_are_written_as_they_are_read(text: str) -> None:
    assert format_sizes(parse_sizes(text, what="raises")) == text


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"board": "Td9d"}, CardError, "Td9d is not a board to solve"),
        ({"board": "Td9d6hTd"}, CardError, "Td comes twice"),
        ({"oop": "TdTc"}, RangeError, "the range of oop is empty: the board Td9d6hQc2s takes all its hands"),
        ({"oop": "AsKs", "ip": "AsQs"}, RangeError, "the two ranges cannot meet"),
        ({"ip": ""}, RangeError, "holds no hand"),
        ({"pot": 0}, GameError, "a pot of 0 cannot be"),
        ({"pot": float("nan")}, GameError, "a pot of nan cannot be"),
        ({"stack": -1}, GameError, "a stack of -1 cannot be"),
        ({"stack": None}, GameError, "how deep the stacks are is not said"),
        ({"bets": "50%,b"}, GameError, '"b" is not a size of bets: write sizes like 50%, 2.5x, 40 or a'),
        ({"bets": "2x"}, GameError, '"2x" cannot be a size of bets: multiples of a bet are for raises'),
        ({"raises": "1.5x"}, GameError, "below the smallest raise"),
        ({"bets": "0%"}, GameError, "must be above 0"),
        ({"sizes": {"rivers bets": "50%"}}, GameError, 'did you mean "river"'),
        ({"sizes": {"river": "50%"}}, GameError, "does not say what sizes are for"),
        ({"rake": 5}, GameError, "a rake of 5 cannot be: it is a share of the pot"),
        ({"rake_cap": -1}, GameError, "a rake cap of -1"),
        ({"raises_per_street": -1}, GameError, "-1 raises a street"),
        ({"all_in_threshold": -1}, GameError, "an all-in threshold of -1"),
        ({"limit": (10, 20), "bets": "50%"}, GameError, "leave the sizes out"),
        ({"limit": (0, 20)}, GameError, "a limit of"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    options: dict[str, Any], error: type[RiverboatError], says: str
) -> None:
    with pytest.raises(error, match=says) as told:
        make(**options)
    assert "\n" not in str(told.value)


def test_a_raise_below_the_smallest_is_told() -> None:
    with pytest.raises(
        GameError, match="a raise of 10% on the river adds 60 to a bet of 200: the smallest raise adds 200"
    ):
        betting_tree(make(bets="100%", raises="10%"))
    with pytest.raises(GameError, match=r"below the smallest, 0\.01 chips"):
        betting_tree(make(bets="0.0001%"))


def test_a_raise_of_60_per_cent_adds_60_per_cent_of_the_pot_after_the_call() -> None:
    root = betting_tree(make(bets="50%", raises="60%"))
    assert root.actions == ("check", "bet 100")
    raised = root.children[1]
    assert raised.actions == ("fold", "call", "raise to 340")  # 200 + 100 + 100 in the pot, and 60 % of it
    again = raised.children[2]
    assert again.actions == ("fold", "call", "raise to 868")
    assert again.children[2].actions == ("fold", "call", "raise to 900")  # all-in, where less is left than the size
    assert again.children[2].children[2].actions == ("fold", "call")


def test_sizes_of_all_kinds() -> None:
    root = betting_tree(make(bets="40, 25%, a", raises="3x, 70, a"))
    assert root.actions == ("check", "bet 40", "bet 50", "bet 900")
    assert root.children[1].actions == ("fold", "call", "raise to 110", "raise to 120", "raise to 900")


def test_streets_and_sides_have_sizes_of_their_own() -> None:
    sizes = {"river bets": "75%", "oop river bets": "25%", "ip raises": "2x", "turn-bets": "a"}
    root = betting_tree(make(sizes=sizes, bets="10%"))
    assert root.actions == ("check", "bet 50")
    assert root.children[0].actions == ("check", "bet 150")
    assert root.children[1].actions == ("fold", "call", "raise to 100")
    assert root.children[0].children[1].actions == ("fold", "call")
    assert Menu.read(sizes).texts()["turn bets"] == "a"


def test_who_called_last_leads_with_donk_bets() -> None:
    turn = make(board="Td9d6hQc", bets="50%", donks="25%")
    called = betting_tree(turn).children[0].children[1].children[1]  # check, bet, call
    assert called.kind == NodeKind.DEAL
    assert called.children[0].actions == ("check", "bet 100")  # a quarter of 400
    none = betting_tree(make(board="Td9d6hQc", bets="50%", donks=""))
    assert none.children[0].children[1].children[1].children[0].actions == ("check",)
    assert none.children[0].children[0].children[0].actions == ("check", "bet 100")  # nobody bet: no donk


def test_caps_and_thresholds() -> None:
    capped = betting_tree(make(bets="50%", raises="60%", raises_per_street=1))
    assert capped.children[1].children[2].actions == ("fold", "call")
    near = betting_tree(make(bets="350%", all_in_threshold=0.15))
    assert near.actions == ("check", "bet 900")  # 700 would leave 200, and 0.15 of 1,600 is 240
    assert betting_tree(make(bets="350%", all_in_threshold=0.1)).actions == ("check", "bet 700")


def test_fixed_limit_is_four_bets_a_street() -> None:
    found = ways(betting_tree(make(limit=(10, 20), stack=None)))
    assert max(len(way.split(",")) for way in found) == 6
    assert "check, bet 20, raise to 40, raise to 60, raise to 80, call" in found
    assert len(found) == 17  # both check; and after a bet by either 4 folds and 4 calls
    flop = betting_tree(make(board="Td9d6h", limit=(10, 20), stack=None))
    assert flop.actions == ("check", "bet 10")


def test_the_smaller_stack_is_played_for() -> None:
    assert betting_tree(make(stack=(900, 300), bets="a")).actions == ("check", "bet 300")
    assert betting_tree(make(stack=0, bets="50%")).kind == NodeKind.SHOW


def test_too_many_sizes_are_refused() -> None:
    many = ",".join(f"{share}%" for share in range(20, 32))
    with pytest.raises(GameError, match="more than 200,000 nodes"):
        betting_tree(make(board="Td9d6h", bets=many, raises="50%,60%,70%,80%,90%", stack=10_000))
    with pytest.raises(GameError, match="are 13 sizes"):
        make(bets=",".join(f"{share}%" for share in range(20, 33)))


def test_an_estimate_is_what_is_used() -> None:
    from riverboat.solving.spots import SpotRun

    spot = make(board="Td9d6hQc", oop="66+, AJs+", ip="QQ-22, T7s+", bets="50%,a", raises="60%")
    for packed in (False, True):
        size = estimate(spot, packed=packed)
        run = SpotRun(spot, packed=packed)
        assert run.game.memory <= size.needed <= run.game.memory + 2_000_000
    assert size.boards == 48
    assert size.holdings == (len(spot.oop.holdings), len(spot.ip.holdings))
    assert size.to_json()["decisions"] == size.decisions


def test_what_does_not_fit_is_refused_with_what_would() -> None:
    size = estimate(make(board="Td9d6h", bets="50%,a", raises="60%,a"))
    refuse_large(size, free=size.memory)
    with pytest.raises(GameError, match=r"with 16-bit storage \(packed\) it needs .*, which fits"):
        refuse_large(size, free=size.packed_memory)
    with pytest.raises(GameError, match=r"a street it needs .*, which fits"):
        refuse_large(size, free=size.packed_memory - 1)
    with pytest.raises(GameError, match="give fewer sizes, narrower ranges, or a later street"):
        refuse_large(size, free=1000)
