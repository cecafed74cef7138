"""How the table looks in the terminal. Everything here is drawn from what the person's seat observes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from riverboat.cards.cards import SUIT_SIGNS, format_card, suit_of
from riverboat.cards.evaluator import describe
from riverboat.cli.terminal.keys_cards import Choice, choices
from riverboat.games import UNKNOWN, CardObservation, Event, HoldemRules
from riverboat.games.words import done_in_words, hand_in_words, with_article
from riverboat.tables.bank import Standing
from riverboat.tables.former import PERSON, HandEnd, PotWon, SeatingPlan

WIDTH = 80
_BLACK, _RED, _GREEN, _BLUE = "#101010", "#d00000", "#007a1f", "#0040d0"
_TWO = (_BLACK, _RED, _RED, _BLACK)  # clubs, diamonds, hearts, spades
_FOUR = (_GREEN, _BLUE, _RED, _BLACK)


@dataclass(frozen=True, kw_only=True)
class Look:
    """How cards are drawn."""

    four_colours: bool = False
    signs: bool = True  # suits as signs; letters where the terminal can't show them

    @property
    def dot(self) -> str:
        """What stands between two things on a line."""
        return "·" if self.signs else "-"

    def card(self, card: int, *, own_secret: bool = False) -> Text:
        """One card; those that only their owner sees have a darker face."""
        if card == UNKNOWN:
            return Text("▒▒" if self.signs else "??", style="blue")
        text = format_card(card)
        suit = suit_of(card)
        face = "#b8b8b8" if own_secret else "#f6f6f6"
        colour = (_FOUR if self.four_colours else _TWO)[suit]
        return Text(text[0] + (SUIT_SIGNS[suit] if self.signs else text[1]), style=f"bold {colour} on {face}")

    def cards(self, cards: Iterable[int], secret: tuple[int, ...] = ()) -> Text:
        """Cards in a row."""
        return Text(" ").join(self.card(card, own_secret=card in secret) for card in cards)


def signed(chips: int) -> str:
    """Chips won or lost: +85, -40, or 0."""
    return f"{chips:+,}" if chips else "0"


def hand_count(count: int) -> str:
    """How many hands, in words."""
    return "1 hand" if count == 1 else f"{count:,} hands"


def frame(inside: RenderableType, width: int, title: str, score: str) -> Panel:
    """A table with its name above and the score below."""
    return Panel(
        inside,
        box=ROUNDED,
        width=width,
        padding=(0, 1),
        border_style="green",
        title=Text(title, style="bold"),
        title_align="left",
        subtitle=Text(score, style="dim"),
        subtitle_align="right",
    )


def menu_line(offered: Iterable[Choice], help_key: str) -> Text:
    """What may be done, with its keys, and the key of the help."""
    line = Text()
    for choice in offered:
        line.append(f" {choice.key} ", style="reverse bold")
        line.append(f" {choice.label}   ")
    line.append(f" {help_key} ", style="reverse")
    return line.append(" help ")


def help_table(offered: Iterable[Choice], help_key: str, *, what: str) -> Table:
    """What every key does; `what` is played, a hand or a round."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for choice in offered:
        table.add_row(choice.key, choice.label, choice.meaning)
    table.add_section()
    table.add_row("l", "log", f"everything that was done in this {what}")
    table.add_row("s", "score", "what everyone has won or lost so far")
    table.add_row("q", "leave", f"the {what} waits for you: the same command goes on with it (Ctrl-D too)")
    table.add_row(help_key, "help", "this")
    return table


class TableView:
    """Draws one session's table."""

    def __init__(self, plan: SeatingPlan, look: Look, *, width: int = WIDTH) -> None:
        self.width = min(width, WIDTH)
        self.plan = plan
        self.look = look
        self.title = plan.title
        rules = plan.rules
        names = ("small blind", "big blind")
        self._blinds = dict(zip(rules.blinds, names, strict=False)) if isinstance(rules, HoldemRules) else {}
        self.streets = plan.rules.street_names
        self.holdem = plan.game.startswith("holdem")
        self.help_key = "?"  # h where ? asks a partner
        self.scored = plan.game == "stud"  # points without limit: no stacks to show

    def is_playing(self, view: CardObservation) -> bool:
        """Whether the person is still in the hand."""
        return view.is_in[PERSON]

    def table(self, view: CardObservation, standing: Standing, notes: list[str]) -> RenderableType:
        """The table as it stands, and what has happened since the person last acted."""
        air = _air(view)
        parts: list[RenderableType] = [self._middle(view), *air, self._seats(view, standing)]
        told = self._told(view, before=view.street)  # what was done on this street, the seats' lines say
        if told:
            parts += [*air, told]
        return Group(*self._noted(notes), self._panel(Group(*parts), view, standing))

    def _noted(self, notes: list[str]) -> list[RenderableType]:
        return [Text(note, style="yellow") for note in notes]

    def _panel(self, inside: RenderableType, view: CardObservation, standing: Standing) -> Panel:
        score = (
            f"you {signed(standing.nets[PERSON])} in {hand_count(standing.hands)}" if standing.hands else "good luck"
        )
        return frame(inside, self.width, f"{self.title} {self.look.dot} hand {standing.hands + 1}", score)

    def _middle(self, view: CardObservation) -> Text:
        line = Text().append(f"pot {view.pot:,}", style="bold yellow")
        line.append(f"   {self.streets[view.street]}   ", style="bold")
        return line.append_text(self.look.cards(view.board))

    def _seats(self, view: CardObservation, standing: Standing) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("", width=2, no_wrap=True)
        table.add_column("", no_wrap=True, overflow="ellipsis", width=22 if self.holdem else 16)
        table.add_column("", width=6 if self.holdem else 20, no_wrap=True)
        table.add_column("points" if self.scored else "chips", justify="right", no_wrap=True, min_width=6)
        table.add_column("bet", justify="right", no_wrap=True, min_width=5)
        table.add_column("", no_wrap=True, min_width=12)
        for seat in range(view.seats):
            table.add_row(*self._row(view, standing, seat))
        return table

    def _row(self, view: CardObservation, standing: Standing, seat: int) -> tuple[Text, ...]:
        is_in = view.is_in[seat]
        style = "dim" if not is_in else "bold" if seat == PERSON else ""
        dealer = "D" if seat == view.button else " "
        mark = ("›" if self.look.signs else ">") if seat == view.actor else " "
        stack = standing.nets[seat] - view.paid[seat] if self.scored else view.stacks[seat]
        bet = f"{view.bets[seat]:,}" if view.bets[seat] else ""
        return (
            Text(mark + dealer, style="bold yellow"),
            Text(self.plan.names[seat], style=style),
            self.cards_of(view, seat) if is_in else Text(),
            Text(signed(stack) if self.scored else f"{stack:,}", style=style),
            Text(bet, style="yellow" if is_in else "dim"),
            self._did(view, seat),
        )

    def cards_of(self, view: CardObservation, seat: int) -> Text:
        """The cards before a seat, as far as the person sees them."""
        if self.holdem:
            return self.look.cards(sorted(view.cards[seat], reverse=True))
        secret: tuple[int, ...] = ()
        if seat == PERSON:
            secret = tuple(card for card in view.own_cards if card not in view.up_cards[PERSON])
        return self.look.cards(view.cards[seat], secret)

    def _did(self, view: CardObservation, seat: int) -> Text:
        """What a seat did last on this street; what is new since the person acted stands out."""
        text, style = "", "dim"
        at, event = max(((at, each) for at, each in enumerate(view.history) if each.seat == seat), default=(-1, None))
        if event and event.street == view.street:
            text = self._action(event)
        elif view.street == 0 and view.bets[seat]:
            text = self._blinds.get(view.bets[seat], "blind")
        if text and event and at > self._last_own(view):
            style = "cyan"
        elif not view.is_in[seat]:
            text = "folded"
        if not self.scored and view.stacks[seat] == 0 and view.is_in[seat]:
            text, style = f"{text}, all-in" if text else "all-in", "bold red"
        return Text(text, style=style)

    @staticmethod
    def _last_own(view: CardObservation) -> int:
        return max((at for at, event in enumerate(view.history) if event.seat == PERSON), default=-1)

    def _action(self, event: Event) -> str:
        kind, card = event.action
        words = done_in_words(event.action, you=event.seat == PERSON)
        if kind == "reveal" and card <= 51:
            words = words.replace(format_card(card), self.look.card(card).plain)
        return words

    def _told(self, view: CardObservation, *, before: int | None = None) -> Text | None:
        """What the others have done since the person last acted, street by street."""
        return self.story(view, self._last_own(view) + 1, before=before)

    def story(self, view: CardObservation, since: int = 0, *, before: int | None = None) -> Text | None:
        """What was done, in order, from a place in the hand's history on, on the streets before one of them."""
        streets: dict[int, list[str]] = {}
        for event in view.history[since:]:
            if before is None or event.street < before:
                words = f"{self.subject(event.seat)} {self._action(event)}"
                streets.setdefault(event.street, []).append(words)
        if not streets:
            return None
        lines = [f"{self.streets[street]}: {', '.join(done)}" for street, done in streets.items()]
        return Text("\n".join(lines), style="italic")

    def short(self, seat: int) -> str:
        """A seat's name as a sentence uses it."""
        name = self.plan.names[seat]
        return name if len(name) <= 22 else f"{name[:21]}…"

    def subject(self, seat: int) -> str:
        """Who did something: you, or a name."""
        return "you" if seat == PERSON else self.short(seat)

    def holding(self, view: CardObservation) -> Text:
        """The person's hand in words, and the price of a call."""
        to_come = 5 - len(view.board) if self.holdem else 7 - len(view.own_cards)
        words = hand_in_words(view.own_cards, view.board, to_come)
        line = Text("You hold ").append_text(self._own(view))
        line.append(f"  {words}", style="bold")
        call = view.to_call
        if call and "call" in view.legal_actions.kinds:
            need = 100 * call / (view.pot + call)
            line.append(f"\nPot odds {view.pot / call:.1f} to 1: {call:,} to win {view.pot:,}; ", style="dim")
            line.append(f"a call breaks even at {need:.0f} %", style="dim")
        return line

    def _own(self, view: CardObservation) -> Text:
        """The person's cards; in stud those that nobody else sees stand first, in brackets."""
        if self.holdem:
            return self.cards_of(view, PERSON)
        shown = view.up_cards[PERSON]
        secret = tuple(card for card in view.own_cards if card not in shown)
        line = Text("(").append_text(self.look.cards(secret, secret)).append(") ")
        return line.append_text(self.look.cards(shown))

    def menu(self, view: CardObservation) -> Text:
        """The legal actions with their keys and amounts."""
        return menu_line(choices(view, names_of_cards=self.look.signs), self.help_key)

    def help(self, view: CardObservation) -> RenderableType:
        """What every key does, and what each legal action means here."""
        table = help_table(choices(view, names_of_cards=self.look.signs), self.help_key, what="hand")
        hints = (
            "D is the dealer's button, › whose turn it is; the columns are name, cards, "
            + ("score" if self.scored else "chips")
            + ", bet of this street, last action."
        )
        return Group(table, Text(hints, style="dim"))

    def ending(self, end: HandEnd, standing: Standing) -> RenderableType:
        """How the hand ended: what was shown, who won what and with which hand."""
        view = end.view
        air = _air(view)
        parts: list[RenderableType] = [self._middle_at_end(end)]
        for part in (self._told(view), self._shown(end)):
            if part:
                parts += [*air, part]
        parts += [*air, *self._won(end)]
        before = Standing(name=standing.name, hands=standing.hands - 1, nets=standing.nets)
        panel = self._panel(Group(*parts), view, before)
        chips = "" if standing.stacks is None else f"you have {standing.stacks[PERSON]:,} {self.look.dot} "
        panel.subtitle = Text(f"{chips}{signed(standing.nets[PERSON])} in {hand_count(standing.hands)}", style="dim")
        return panel

    def _middle_at_end(self, end: HandEnd) -> Text:
        line = Text("showdown  " if end.showdown else "the end  ", style="bold")
        if end.view.board:
            line.append_text(self.look.cards(end.view.board))
        return line

    def _shown(self, end: HandEnd) -> Table | None:
        view = end.view
        rows = [
            seat
            for seat in range(view.seats)
            if view.cards[seat] and UNKNOWN not in view.cards[seat] and (view.is_in[seat] or self.scored)
        ]
        if not (end.showdown or self.scored):
            rows = []
        if not rows:
            return None
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False, expand=True)
        table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        table.add_column(width=5 if self.holdem else 20, no_wrap=True)
        table.add_column(overflow="fold", width=38 if self.holdem else 30)
        table.add_column(justify="right", no_wrap=True)
        for seat in rows:
            value = end.values[seat]
            words = describe(value) if value else hand_in_words(view.cards[seat], view.board, 0)
            style = "bold" if end.returns[seat] > 0 else "" if view.is_in[seat] else "dim"
            name = Text(self.plan.names[seat], style=style)
            net = Text(signed(end.returns[seat]), style=style)
            cards = sorted(view.cards[seat], reverse=True) if self.holdem else view.cards[seat]
            table.add_row(name, self.look.cards(cards), Text(words, style=style), net)
        return table

    def _won(self, end: HandEnd) -> list[RenderableType]:
        lines: list[RenderableType] = []
        pots = end.pots
        if len({pot.winners for pot in pots}) == 1:
            pots = (PotWon(amount=sum(pot.amount for pot in pots), winners=pots[0].winners),)
        many = len(pots) > 1
        for number, pot in enumerate(pots):
            which = "" if not many else "the main pot of " if number == 0 else f"side pot {number} of "
            lines.append(Text(self._winner(end, which, pot.amount, pot.winners), style="bold green"))
        if end.uncalled:
            seat, chips = end.uncalled
            lines.append(Text(f"{chips:,} that nobody called go back to {self.subject(seat)}.", style="dim"))
        return lines

    def _winner(self, end: HandEnd, which: str, amount: int, winners: tuple[int, ...]) -> str:
        value = end.values[winners[0]]
        hand = f" with {with_article(describe(value))}" if value else ""
        if len(winners) == 1:
            verb = "You win" if winners[0] == PERSON else f"{self.short(winners[0])} wins"
            return f"{verb} {which}{amount:,}{hand}."
        names = [self.subject(seat) for seat in winners]
        listed = ", ".join(names[:-1]) + f" and {names[-1]}"
        return f"{listed[0].upper()}{listed[1:]} share {which}{amount:,}{hand}."

    def score(self, standing: Standing) -> Table:
        """What everyone has won, the best first."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style="dim")
        for seat in sorted(range(self.plan.seats), key=lambda seat: -standing.nets[seat]):
            times = standing.buy_ins[seat]
            note = "" if not times else f"bought in again {_times(times)}"
            style = "bold" if seat == PERSON else ""
            table.add_row(Text(self.plan.names[seat], style=style), signed(standing.nets[seat]), note)
        return table


def _air(view: CardObservation) -> list[Text]:
    """An empty line; a large table needs every line of a small screen."""
    return [Text()] if view.seats <= 8 else []


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"
