"""How a table of dice looks in the terminal, drawn from what the person's seat observes."""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from riverboat.cli.terminal.keys_dice import bluff_choices, read_bluff
from riverboat.cli.terminal.replay_dice import dice_text
from riverboat.cli.terminal.view import WIDTH, Choice, Look, TableView
from riverboat.games import Action
from riverboat.games.bluff.game import BluffObservation
from riverboat.games.words import bid_in_words, quantity_in_words
from riverboat.tables import PERSON, Standing, TablePlan
from riverboat.tables.dice import DiceEnd

#: What the loser of a round pays in a match.
_PAYS = {
    "forfeit": " Who loses a round loses a die.",
    "give": " Who loses a round gives a die to the winner.",
    "difference": " Who loses a round hands over as many dice as the bid was off.",
}


class DiceView(TableView[BluffObservation, DiceEnd]):
    """Draws a table of dice."""

    next_hand: ClassVar[str] = "Enter rolls the dice of the next round"
    nets_justified: ClassVar[Literal["left", "right"]] = "left"

    def __init__(self, plan: TablePlan, look: Look, *, width: int = WIDTH) -> None:
        super().__init__(plan, look, width=width)
        self.signs = look.signs and dict(plan.options).get("faces", 6) <= 6

    def is_playing(self, view: BluffObservation) -> bool:
        """Whether the person has dice in this round."""
        return any(roll is not None for roll in view.rolls) or view.ending is not None

    def table(self, view: BluffObservation, standing: Standing, notes: list[str]) -> RenderableType:
        """The table as it stands."""
        parts: list[RenderableType] = [self._bid(view, standing), Text(), self._seats(view, standing)]
        told = [Text(note, style="yellow") for note in notes]
        which = f"round {standing.hands + 1}"
        if self.plan.match:
            which += f" (match {standing.match}, round {standing.round})"
        return Group(*told, self._panel(parts, which, standing))

    def _panel(self, inside: list[RenderableType], which: str, standing: Standing) -> Panel:
        score = f"you {self.so_far(standing)}" if standing.hands else "good luck"
        if self.plan.match and any(standing.match_wins):
            score += f" {self.look.dot} matches won: {standing.match_wins[PERSON]} of {sum(standing.match_wins)}"
        return self.frame(inside, which, score)

    @staticmethod
    def playing(standing: Standing) -> list[int]:
        """The seats of the table that play a round, in its order."""
        return [seat for seat, dice in enumerate(standing.dice) if dice]

    def _bid(self, view: BluffObservation, standing: Standing) -> Text:
        total = sum(view.rules.table.dice)
        line = Text(f"{total} dice on the table   ", style="bold yellow")
        last = view.last_bid
        if last is None:
            return line.append("no bid yet", style="bold")
        bidder = self.playing(standing)[[event for event in view.history if event.action.kind == "bid"][-1].seat]
        line.append(f"bid: {bid_in_words(last)}", style="bold")
        return line.append(f"  ({last}, by {self.subject(bidder)})", style="dim")

    def _seats(self, view: BluffObservation, standing: Standing) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(width=1, no_wrap=True)
        table.add_column(no_wrap=True, overflow="ellipsis", width=24)
        table.add_column(no_wrap=True, min_width=12)
        table.add_column(overflow="fold")
        for seat, name in enumerate(self.plan.names):
            playing = self.playing(standing)
            if seat not in playing:
                table.add_row("", Text(name, style="dim"), Text("out", style="dim"), "")
                continue
            at = playing.index(seat)
            mark = self.look.turn if view.actor == at else " "
            style = "bold" if seat == PERSON else ""
            dice = self._dice(view.rolls[at], standing.dice[seat])
            table.add_row(Text(mark, style="bold yellow"), Text(name, style=style), dice, self._did(view, at))
        return table

    def _dice(self, roll: tuple[int, ...] | None, count: int) -> Text:
        if roll is None:
            hidden = "▒" if self.look.signs else "?"
            return Text(" ".join([hidden] * count), style="blue")
        return self.dice(roll)

    def dice(self, roll: tuple[int, ...]) -> Text:
        """Dice as their faces."""
        # Styled as a piece of the text: the style of a whole cell would colour its empty part too.
        return Text().append(f" {dice_text(roll, signs=self.signs)} ", style="bold #101010 on #f6f6f6")

    def _did(self, view: BluffObservation, at: int) -> Text:
        """What a seat has bid and called in this round; what is new since the person acted stands out."""
        own = max((n for n, event in enumerate(view.history) if event.seat == view.seat), default=-1)
        line = Text()
        for number, event in enumerate(view.history):
            if event.seat == at and event.action.kind != "pass":
                bid = event.action.kind == "bid"
                text = str(event.action).removeprefix("bid ") if bid else event.action.kind.capitalize()
                line.append(f"{text}  ", style="cyan" if number > own else "dim")
        return line

    def holding(self, view: BluffObservation) -> Text:
        """The person's dice, and how many they do not see."""
        assert view.roll is not None
        wild = f"{view.rules.table.wild} is wild" if view.rules.table.wild else "no face is wild"
        wild = f"palifico, {wild}" if view.rules.special else wild
        hidden = sum(view.rules.table.dice) - len(view.roll)
        line = Text("You rolled ").append_text(self.dice(view.roll))
        line.append(f"  {' '.join(map(str, view.roll))}", style="bold") if self.signs else None
        return line.append(f"   {wild}; {hidden} {'die is' if hidden == 1 else 'dice are'} hidden", style="dim")

    def choices(self, view: BluffObservation) -> list[Choice]:
        """The legal actions with their keys."""
        return bluff_choices(view)

    def read(self, line: str, view: BluffObservation) -> Action:
        """The action that was typed."""
        return read_bluff(line, view)

    def hints(self, view: BluffObservation) -> str:
        """How the game goes."""
        wild = view.rules.table.wild
        hints = "A bid says how many dice of all players together show a face at least."
        if wild:
            hints += f" A {wild} counts as every face."
            if view.rules.order == "paper":
                hints += f" Bids rise by quantity, then face; but N times {wild} stand just below 2N of another face."
            if view.rules.order == "aces":
                hints += f" Bids rise by quantity, then face; but N times {wild} stand just above 2N of another face."
        if view.rules.special:
            changes = (
                "only players with one die may change" if view.rules.palifico == "one-die" else "nobody may change"
            )
            hints += f" This round is a palifico: no face is wild, and {changes} the face."
        if view.rules.has_spot_on:
            who = "Anybody but the bidder" if view.rules.spot_on == "anybody" else "Whoever's turn it is"
            hints += f" {who} may call Spot-on: the bid is exactly right."
        return hints + (_PAYS[self.plan.stake] if self.plan.match else "")

    def story(self, view: BluffObservation, standing: Standing) -> Text | None:
        """What was done in this round, in order."""
        if not view.history:
            return None
        playing = self.playing(standing)
        told = [
            f"{self.subject(playing[event.seat])} {self.speaker.did(event.action, you=playing[event.seat] == PERSON)}"
            for event in view.history
            if event.action.kind != "pass"
        ]
        return Text(", ".join(told), style="italic")

    def ending(self, end: DiceEnd, standing: Standing) -> RenderableType:
        """How the round ended: the dice on the table, whether the bid was true, who lost what."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True, overflow="ellipsis", width=24)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        face = end.ending.bid.face
        for at, seat in enumerate(end.playing):
            roll = end.view.rolls[at] or ()
            count = end.view.rules.table.count(roll, face)
            style = "bold" if seat == end.winner else ""
            counts = "none counts" if not count else f"{count} count{'s' * (count == 1)}"
            table.add_row(Text(self.plan.names[seat], style=style), self.dice(roll), Text(counts, style="dim"))
        lines: list[RenderableType] = [self._called(end), Text(), table, Text(), self._result(end)]
        return self._panel(lines, f"round {standing.hands}", standing)

    def _called(self, end: DiceEnd) -> Text:
        caller = end.playing[end.ending.caller]
        bidder = end.bidder
        words = self.speaker.did(end.ending.call, you=caller == PERSON)
        whose = "your bid" if bidder == PERSON else f"{self.short(bidder)}'s bid"
        return Text(
            f"{_capital(self.subject(caller))} {words} on {whose} of {bid_in_words(end.ending.bid)}.", style="bold"
        )

    def _result(self, end: DiceEnd) -> Text:
        showing, bid = end.ending.showing, end.ending.bid
        count = f"There {'is' if showing == 1 else 'are'} {quantity_in_words(showing)}"
        text = f"{count}: {'the bid was true' if showing >= bid.quantity else 'the bid was false'}"
        text += ", exactly" if showing == bid.quantity else ""
        won = "You win" if end.winner == PERSON else f"{_capital(self.subject(end.winner))} wins"
        text += f". {won} the round"
        lost = 0 if end.loser is None else end.lost[end.loser]
        if end.loser is None and any(end.lost):
            text += " and a die"
        if lost and end.loser is not None:
            who = "you lose" if end.loser == PERSON else f"{self.short(end.loser)} loses"
            text += f", {who} {'a die' if lost == 1 else f'{lost} dice'}"
        text += "."
        if end.match_winner is not None:
            text += (
                " You win the match!"
                if end.match_winner == PERSON
                else f" {self.short(end.match_winner)} wins the match."
            )
        return Text(text, style="bold green" if end.winner == PERSON else "bold red" if end.loser == PERSON else "bold")

    def note(self, standing: Standing, seat: int) -> str:
        """How many matches a seat has won, where matches are played."""
        wins = standing.match_wins[seat]
        return f"{wins} {'match' if wins == 1 else 'matches'} won" if self.plan.match else ""

    def result(self, net: int, mean: float, sure: str) -> str:
        """Rounds won less rounds lost, and a round on average."""
        return f"You won {net:+,}, rounds lost taken off: {mean:+.2f} a round{sure}."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
