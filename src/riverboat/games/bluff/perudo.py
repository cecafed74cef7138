"""Perudo as a named set of the rules of Bluff, with what people play differently in it.

Sources, which differ among themselves: perudo.co.uk (a higher bid names more dice of any face), dice-play.com (its face
may not fall), Board Game Arena's help to the edition of Asmodée (no opening with aces; palifico), and it.wikipedia.org
(calza by those whose turn it is not). docs/games/perudo.md says what each rule does.
"""

from __future__ import annotations

from riverboat.games.choices import RuleSet, TableChoice

PERUDO = RuleSet(
    name="perudo",
    title="Perudo",
    about="Five dice, ones wild, palifico and spot-on, to the last die",
    options={
        "dice": 5,
        "wild": 1,
        "order": "aces",
        "opening": "no-aces",
        "changing": "any",
        "spot_on": "next",
        "palifico": "fixed",
        "palifico_from": 3,
    },
    marks=("order",),
    to_the_end=True,
    choices=(
        TableChoice(
            name="wild",
            title="Wild face (aces)",
            words={"ones": "ones count as every face", "sixes": "sixes count as every face"},
            values={"ones": 1, "sixes": 6},
        ),
        TableChoice(
            name="opening",
            title="Opening bid",
            words={"no-aces": "any face but aces", "any": "any face"},
        ),
        TableChoice(
            name="changing",
            title="Changing the face",
            words={"any": "more dice of any face", "rising": "the face may not go down"},
        ),
        TableChoice(
            name="spot_on",
            title="Spot-on (calza)",
            words={
                "next": "by the player whose turn it is",
                "anybody": "by anybody but the bidder",
                "no": "not played",
            },
        ),
        TableChoice(
            name="back",
            title="A right spot-on",
            words={"die": "wins a die back, up to five", "nothing": "wins no die"},
            values={"die": True, "nothing": False},
        ),
        TableChoice(
            name="palifico",
            title="Palifico",
            words={
                "fixed": "nobody changes the face",
                "one-die": "players with one die may change it",
                "no": "not played",
            },
        ),
        TableChoice(
            name="palifico_from",
            title="Palifico with two left",
            words={"three": "only with three or more players", "two": "also with two players left"},
            values={"three": 3, "two": 2},
        ),
    ),
)
