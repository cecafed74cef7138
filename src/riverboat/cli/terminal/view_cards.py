"""How a table of cards looks in the terminal, drawn from what the person's seat observes."""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from riverboat.cards.cards import format_card
from riverboat.cards.evaluator import evaluate
from riverboat.cli.terminal.keys_cards import choices, read_action
from riverboat.cli.terminal.view import WIDTH, Choice, Look, TableView, signed
from riverboat.games import UNKNOWN, Action, CardObservation, Event
from riverboat.games.words import posted_in_words, with_article
from riverboat.tables import PERSON, Standing, TablePlan
from riverboat.tables.cards import CardEnd, PotWon


class CardView(TableView[CardObservation, CardEnd]):
    """Draws a table of cards."""

    next_hand: ClassVar[str] = "Enter deals the next hand"
    nets_justified: ClassVar[Literal["left", "right"]] = "right"

    def __init__(self, plan: TablePlan, look: Look, *, width: int = WIDTH) -> None:
        super().__init__(plan, look, width=width)
        evaluate("AsKsQsJsTs")  # what has to be compiled is compiled before the cards are dealt
        self.streets = plan.bank.rules.street_names
        self.scored = not plan.entry.stacks  # points without limit: no stacks to show
        deal = plan.entry.deal
        assert deal is not None  # cards are dealt
        self.has_board = deal.board > 0  # else some of everyone's cards lie open
        self.cards_width = 3 * deal.own - 1

    def is_playing(self, view: CardObservation) -> bool:
        """Whether the person is still in the hand."""
        return view.is_in[PERSON]

    def table(self, view: CardObservation, standing: Standing, notes: list[str]) -> RenderableType:
        """The table as it stands, and what has happened since the person last acted."""
        air = _air(view)
        parts: list[RenderableType] = [self._middle(view), *air, self._seats(view, standing)]
        before = self._told(view, before=view.street)  # what was done on this street, the seats' lines say
        if before:
            parts += [*air, before]
        score = f"you {self.so_far(standing)}" if standing.hands else "good luck"
        told = [Text(note, style="yellow") for note in notes]
        return Group(*told, self.frame(parts, f"hand {standing.hands + 1}", score))

    def _middle(self, view: CardObservation) -> Text:
        line = Text().append(f"pot {view.pot:,}", style="bold yellow")
        line.append(f"   {self.streets[view.street]}   ", style="bold")
        return line.append_text(self.look.cards(view.board))

    def _seats(self, view: CardObservation, standing: Standing) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("", width=2, no_wrap=True)
        table.add_column("", no_wrap=True, overflow="ellipsis", width=22 if self.has_board else 16)
        table.add_column("", width=max(6, self.cards_width), no_wrap=True)
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
        mark = self.look.turn if seat == view.actor else " "
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
        if self.has_board:
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
            text = posted_in_words(view.rules, view.bets[seat])
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
        words = self.speaker.did(event.action, you=event.seat == PERSON)
        if kind == "reveal" and card <= 51:
            words = words.replace(format_card(card), self.look.card(card).plain)
        return words

    def _told(self, view: CardObservation, *, before: int | None = None) -> Text | None:
        """What the others have done since the person last acted, street by street."""
        return self._story(view, self._last_own(view) + 1, before=before)

    def story(self, view: CardObservation, standing: Standing) -> Text | None:
        """What was done in this hand, street by street."""
        return self._story(view, 0)

    def _story(self, view: CardObservation, since: int, *, before: int | None = None) -> Text | None:
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

    def holding(self, view: CardObservation) -> Text:
        """The person's hand in words, and the price of a call."""
        words = self.speaker.holding(view.own_cards, view.board)
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
        if self.has_board:
            return self.cards_of(view, PERSON)
        shown = view.up_cards[PERSON]
        secret = tuple(card for card in view.own_cards if card not in shown)
        line = Text("(").append_text(self.look.cards(secret, secret)).append(") ")
        return line.append_text(self.look.cards(shown))

    def choices(self, view: CardObservation) -> list[Choice]:
        """The legal actions with their keys and amounts."""
        return choices(view, names_of_cards=self.look.signs)

    def read(self, line: str, view: CardObservation) -> Action:
        """The action that was typed."""
        return read_action(line, view)

    def hints(self, view: CardObservation) -> str:
        """What the signs and columns are."""
        return (
            "D is the dealer's button, › whose turn it is; the columns are name, cards, "
            + ("score" if self.scored else "chips")
            + ", bet of this street, last action."
        )

    def ending(self, end: CardEnd, standing: Standing) -> RenderableType:
        """How the hand ended: what was shown, who won what and with which hand."""
        view = end.view
        air = _air(view)
        parts: list[RenderableType] = [self._middle_at_end(end)]
        for part in (self._told(view), self._shown(end)):
            if part:
                parts += [*air, part]
        parts += [*air, *self._won(end)]
        chips = "" if standing.stacks is None else f"you have {standing.stacks[PERSON]:,} {self.look.dot} "
        score = chips + self.so_far(standing)
        return self.frame(parts, f"hand {end.number}", score)

    def _middle_at_end(self, end: CardEnd) -> Text:
        line = Text("showdown  " if end.showdown else "the end  ", style="bold")
        if end.view.board:
            line.append_text(self.look.cards(end.view.board))
        return line

    def _shown(self, end: CardEnd) -> Table | None:
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
        table.add_column(width=self.cards_width, no_wrap=True)
        table.add_column(overflow="fold", width=38 if self.has_board else 30)
        table.add_column(justify="right", no_wrap=True)
        for seat in rows:
            words = end.made(seat) or self.speaker.holding(view.cards[seat], view.board, over=True)
            style = "bold" if end.returns[seat] > 0 else "" if view.is_in[seat] else "dim"
            name = Text(self.plan.names[seat], style=style)
            net = Text(signed(end.returns[seat]), style=style)
            cards = sorted(view.cards[seat], reverse=True) if self.has_board else view.cards[seat]
            table.add_row(name, self.look.cards(cards), Text(words, style=style), net)
        return table

    def _won(self, end: CardEnd) -> list[RenderableType]:
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

    def _winner(self, end: CardEnd, which: str, amount: int, winners: tuple[int, ...]) -> str:
        made = end.made(winners[0])
        hand = f" with {with_article(made)}" if made else ""
        if len(winners) == 1:
            verb = "You win" if winners[0] == PERSON else f"{self.short(winners[0])} wins"
            return f"{verb} {which}{amount:,}{hand}."
        names = [self.subject(seat) for seat in winners]
        listed = ", ".join(names[:-1]) + f" and {names[-1]}"
        return f"{listed[0].upper()}{listed[1:]} share {which}{amount:,}{hand}."

    def note(self, standing: Standing, seat: int) -> str:
        """How often a seat has bought in again."""
        times = standing.buy_ins[seat]
        return f"bought in again {_times(times)}" if times else ""

    def result(self, net: int, mean: float, sure: str) -> str:
        """What the person has won, and a hand on average in the unit of the game."""
        return f"You {'lost' if net < 0 else 'won'} {abs(net):,}: {mean:+.2f} {self.plan.unit.a_hand}{sure}."


def _air(view: CardObservation) -> list[Text]:
    """An empty line; a large table needs every line of a small screen."""
    return [Text()] if view.seats <= 8 else []


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"
