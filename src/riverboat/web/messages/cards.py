"""What the page is told of hands of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from riverboat.agents import make_agent
from riverboat.agents.loki.explanation import check_loki, decision_json, explain
from riverboat.cards.cards import format_card, format_cards
from riverboat.cards.evaluator import describe
from riverboat.errors import DamagedHand
from riverboat.games import UNKNOWN, CardObservation, CardState
from riverboat.games.catalog import find_game
from riverboat.games.engine.observation import format_known
from riverboat.games.words import posted_in_words, with_article
from riverboat.modeling.statistics import player_statistics
from riverboat.odds.equity import answer
from riverboat.odds.hands import ask_hands
from riverboat.records.formats.phh_writer import format_phh, format_phhs
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import play_out, replay
from riverboat.records.store.hand_store import StoredHand
from riverboat.records.walkthrough import streets_of
from riverboat.tables import PERSON
from riverboat.tables.cards import CardEnd, ending_of
from riverboat.web.messages.hand import HandMessages, Json, Scene

_SIMULATIONS = 5_000
EXPLAINER = "loki-f"


class CardMessages(HandMessages[CardObservation, CardEnd, CardState]):
    """Hands of cards."""

    endings: ClassVar[tuple[str, str]] = ("phh", "phhs")

    def hand(self, scene: Scene, view: CardObservation, playing: tuple[int, ...]) -> Json:
        """A hand as a seat sees it, in the words and names of the page."""
        opened = [set(cards) for cards in view.up_cards]
        cards, stacks, bets, paid, is_in = view.cards, view.stacks, view.bets, view.paid, view.is_in
        if view.is_over:
            stacks = tuple(int(sum(parts)) for parts in zip(stacks, view.returns(), paid, strict=True))
        did = _did(scene, view)
        seats = [
            {
                "name": scene.names[seat],
                "cards": [format_known(card) for card in cards[seat]],
                "open": [card in opened[seat] for card in cards[seat]],
                "stack": stacks[seat] if scene.entry.stacks else None,
                "bet": bets[seat],
                "paid": paid[seat],
                "in": is_in[seat],
                "did": did.get(seat, ""),
            }
            for seat in playing
        ]
        holding = scene.entry.speaker.holding(view.own_cards, view.board, over=view.is_over)
        return {
            "street": view.street,
            "street_name": scene.rules.street_names[view.street],
            "button": view.button,
            "actor": view.actor,
            "pot": view.pot,
            "board": [format_card(card) for card in view.board],
            "seats": seats,
            "log": scene.log(view.history, playing),
            "legal": _legal(view),
            "holding": with_article(holding) if scene.you is not None else "",
        }

    def end(self, end: CardEnd, *, match_over: bool = False) -> Json:
        """How a hand ended."""
        pots = []
        for pot in end.pots:
            value = end.values[pot.winners[0]]
            hand = "" if value is None else with_article(describe(value))
            pots.append({"amount": pot.amount, "winners": list(pot.winners), "with": hand})
        return {
            "showdown": end.showdown,
            "pots": pots,
            "uncalled": None if end.uncalled is None else {"seat": end.uncalled[0], "amount": end.uncalled[1]},
            "returns": list(end.returns),
            "hands": [None if value is None else describe(value) for value in end.values],
        }

    def states(self, record: HandRecord) -> list[CardState]:
        """A recorded hand before its first action and after each."""
        return [state for _, state in replay(record)]

    def view(self, state: CardState, playing: tuple[int, ...]) -> CardObservation:
        """What the person saw then."""
        return state.observation(PERSON)

    def ended(self, scene: Scene, state: CardState, record: HandRecord) -> Json:
        """How a recorded hand ended."""
        return self.end(ending_of(state, int(record.number)))

    def as_seen(self, record: HandRecord) -> HandRecord:
        """The record without the cards that the person never saw."""
        return replace(record, hole_cards=play_out(record).observation(PERSON).cards)

    def line(self, hand: StoredHand, names: Sequence[str]) -> Json:
        """A hand as the list shows it: the person's own cards, the board, what they won."""
        record = hand.record
        return {
            "number": int(record.number),
            "time": record.time,
            "cards": [format_cards([card]) for card in record.hole_cards[PERSON]],
            "board": [format_cards([card]) for card in record.board],
            "net": int(hand.net[PERSON]) if hand.net else 0,
            "showdown": len(record.shown) > 1,
            "folded": any(move.seat == PERSON and move.kind == "fold" for move in record.moves),
        }

    def moment(self, state: CardState, number: int) -> Json:
        """The street and the pot of a decision."""
        return {"street": state.street_name, "pot": state.pot}

    def streets(self, record: HandRecord) -> Iterator[Json]:
        """The chances by street: of those whose cards were shown in the end, else of the person's own hand."""
        for street in streets_of(record):
            found: list[float | None] = list(street.equities or [None] * record.seats)
            shown = [seat for seat, cards in enumerate(record.hole_cards) if street.live[seat] and UNKNOWN not in cards]
            asked = street.equities is None and "board" in find_game(record.game).skills and street.live[PERSON]
            alone = bool(asked and len(shown) == 1 and sum(street.live) > 1)
            if alone or (asked and len(shown) > 1):
                hands = [record.hole_cards[seat] for seat in shown]
                rivals = sum(street.live) - 1 if alone else None
                question = ask_hands(hands, board=street.board, opponents=rivals)
                chances = answer(question, simulations=_SIMULATIONS, seed=0)
                for seat, player in zip(shown, chances.players, strict=False):  # then come those who are not known
                    found[seat] = player.equity.mean
            yield {
                "name": street.name,
                "pot": street.pot,
                "board": [format_cards([card]) for card in street.board],
                "equities": found,
                "against_random": alone,
                "among_shown": bool(asked and len(shown) > 1),
            }

    def statistics(self, hands: Sequence[StoredHand], names: Sequence[str]) -> Json:
        """Of each player: how often they come in, raise, win at showdown and so on."""
        found = {name: player_statistics(name, hands).figures() for name in names}
        return {name: {key: value.to_json() for key, value in each.items()} for name, each in found.items()}

    def show_all(self, step: Json, state: CardState) -> None:
        """Open every seat's cards."""
        for seat, each in enumerate(step["seats"]):
            each["cards"] = [format_known(card) for card in state.cards(seat)]
            each["open"] = [True] * len(each["cards"])

    def explained(self, record: HandRecord, states: Sequence[CardState]) -> list[Json]:
        """What Loki would see and do at every decision; Hold'em only."""
        if not _is_holdem(record):
            return []
        loki = check_loki(make_agent(EXPLAINER))
        found = []
        for at, each in enumerate(explain(record, loki)):
            told = decision_json(record, each)
            for opponent in told["opponents"]:
                del opponent["weights"]  # a picture of its own, and large
            found.append({"step": at, **told})
        return found

    def watch_options(self, players: int, dice: int | None) -> Json:
        """The game as it usually is."""
        return {}

    def one_as_file(self, record: HandRecord) -> str:
        """A hand as PHH."""
        return format_phh(self.as_seen(record))

    def many_as_file(self, records: Iterable[HandRecord], damaged: Sequence[DamagedHand]) -> Iterator[str]:
        """Hands as PHHS, each a numbered table of one file."""
        yield from format_phhs(map(self.as_seen, records))
        yield from (f"\n# left out: {error}\n" for error in damaged)


def _is_holdem(record: HandRecord) -> bool:
    """Whether what knows two cards and a board can speak of a hand: Loki, and the equity of hands not shown."""
    return "holdem" in find_game(record.game).skills


def _did(scene: Scene, view: CardObservation) -> dict[int, str]:
    """What seats did last on this street, or the blinds that they have posted."""
    found: dict[int, str] = {}
    if view.street == 0 and scene.entry.blinds:
        found = {seat: posted_in_words(scene.rules, bet) for seat, bet in enumerate(view.bets) if bet}
    last = {event.seat: event for event in view.history}
    for seat, event in last.items():
        if event.street == view.street or event.action.kind == "fold":
            found[seat] = scene.did(event, seat)
    return found


def _legal(view: CardObservation) -> Json | None:
    """What may be done now, with amounts; None where it is not the seat's turn."""
    legal, mine = view.legal_actions, view.bets[view.seat]
    if not len(legal):
        return None
    found: Json = {"kinds": list(legal.kinds), "to_call": view.to_call, "mine": mine, "stack": view.stacks[view.seat]}
    if "call" in legal.kinds and view.to_call:
        found["odds"] = {"to_one": view.pot / view.to_call, "need": view.to_call / (view.pot + view.to_call)}
    if legal.raise_kind:
        found["raise"] = {
            "kind": legal.raise_kind,
            "completes": legal.raise_kind == "raise" and view.raises == 0,
            "min": legal.min_to,
            "max": legal.max_to,
            "step": legal.step,
            "sizes": view.bet_sizes(),
            "all_in": legal.max_to == mine + view.stacks[view.seat],
        }
    if legal.cards:
        found["cards"] = [format_card(card) for card in legal.cards]
    return found
