"""The options of `play` that belong to games of dice; what is not typed is as the rules have it."""

from __future__ import annotations

from typing import Annotated

import typer

DiceOption = Annotated[
    str | None,
    typer.Option("--dice", metavar="N,N", help="Bluff: dice of each player, yours first; one number is for everyone."),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="NAME", help="Bluff: perudo is five dice, ones wild, palifico, spot-on, to the last die."
    ),
]
FacesOption = Annotated[int | None, typer.Option("--faces", help="Bluff: faces of a die, by default 6.")]
WildOption = Annotated[
    int | None, typer.Option("--wild", help="Bluff: the wild face, 0 for none; by default the highest.")
]
OrderOption = Annotated[
    str | None,
    typer.Option("--order", help="Bluff: the order of bids: paper (default), plain or aces (Perudo's)."),
]
CheckOption = Annotated[bool, typer.Option("--check", help="Bluff: players may call Check (exactly right).")]
OpeningOption = Annotated[
    str | None,
    typer.Option("--opening", metavar="any|no-aces", help="Bluff: whether a round may be opened with wilds."),
]
ChangingOption = Annotated[
    str | None, typer.Option("--changing", metavar="any|rising", help="Bluff: whether more dice may name a lower face.")
]
SpotOnOption = Annotated[
    str | None,
    typer.Option(
        "--spot-on", metavar="no|next|anybody", help="Bluff: which players may call that a bid is exactly right."
    ),
]
BackOption = Annotated[
    bool | None, typer.Option("--back/--no-back", help="Bluff: whether a right spot-on wins a die back.")
]
PalificoOption = Annotated[
    str | None,
    typer.Option("--palifico", metavar="no|fixed|one-die", help="Bluff: the first round of a player with one die."),
]
PalificoFromOption = Annotated[
    int | None,
    typer.Option(
        "--palifico-from", metavar="N", help="Bluff: palifico only while at least this many players are left."
    ),
]
MatchOption = Annotated[
    bool | None,
    typer.Option("--match/--rounds", help="Bluff: a match; the loser of a round loses a die, to the last die."),
]
GiveOption = Annotated[bool, typer.Option("--give", help="Bluff: a match in which the loser gives the die away.")]
StartsOption = Annotated[
    str, typer.Option("--starts", help="Bluff: the player who opens the next round of a match, loser or winner.")
]
