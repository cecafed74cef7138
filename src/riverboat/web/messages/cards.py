"""What the page is told of hands of cards."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from riverboat.agents import make_agent
from riverboat.agents.loki.explanation import check_loki, decision_json, explain
from riverboat.cards.cards import format_card, format_cards
from riverboat.errors import DamagedHand, RiverboatError
from riverboat.games import UNKNOWN, CardObservation, CardState
from riverboat.games.catalog import find_game
from riverboat.games.engine.observation import format_known
from riverboat.games.words import posted_in_words, with_article
from riverboat.modeling.statistics import player_statistics
from riverboat.odds.equity import answer
from riverboat.odds.hands import ask_hands
from riverboat.partner.protocol import PARTNERS
from riverboat.records.formats.phh_writer import format_phh, format_phhs
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import play_out, replay
from riverboat.records.store.hand_store import StoredHand
from riverboat.records.walkthrough import streets_of
from riverboat.tables import TablePlan
from riverboat.tables.bank import seats_in
from riverboat.tables.cards import CardEnd, ending_of
from riverboat.web.messages.hand import HandMessages, Json, Scene, place_in, without_table
from riverboat.web.messages.judgement import partner_explains
from riverboat.web.messages.run_of_play import RunOfPlay, boards_by_street, run_of_play, told_amount

_SIMULATIONS = 5_000
EXPLAINER = "loki-f"


class CardMessages(HandMessages[CardObservation, CardEnd, CardState]):
    """Hands of cards."""

    endings: ClassVar[tuple[str, str]] = ("phh", "phhs")

    def hand(self, scene: Scene, view: CardObservation, playing: tuple[int, ...]) -> Json:
        """A hand as a seat sees it, in the words and names of the page."""
        run = run_of_play(view)
        known = UNKNOWN not in (*view.own_cards, *view.board)  # in a position that is being set up
        holding = scene.entry.speaker.holding(view.own_cards, view.board, over=view.is_over) if known else ""
        log = scene.log(view.history, playing)
        for each, event, spent in zip(log, view.history, run.paid, strict=True):
            each["text"] = told_amount(each["text"], event, spent)
        return {
            "street": view.street,
            "street_name": scene.rules.street_names[view.street],
            "button": playing[view.button],
            "actor": None if view.actor is None else playing[view.actor],
            "pot": view.pot,
            "board": [format_known(card) for card in view.board],
            "seats": _seats(scene, view, playing, run),
            "log": log,
            **_run_message(scene, view, playing, run),
            "legal": _legal(view),
            "holding": with_article(holding) if scene.you in playing and holding else "",
        }

    def end(self, end: CardEnd, *, match_over: bool = False) -> Json:
        """How a hand ended."""
        pots = [
            {"amount": pot.amount, "winners": list(pot.winners), "with": with_article(end.made(pot.winners[0]))}
            for pot in end.pots
        ]
        return {
            "showdown": end.showdown,
            "pots": pots,
            "uncalled": None if end.uncalled is None else {"seat": end.uncalled[0], "amount": end.uncalled[1]},
            "returns": list(end.returns),
            "hands": [end.made(seat) or None for seat in range(len(end.values))],
            "best": _best_cards(end),
        }

    def states(self, record: HandRecord) -> list[CardState]:
        """A recorded hand before its first action and after each."""
        return [state for _, state in replay(record)]

    def ended(self, scene: Scene, state: CardState, record: HandRecord) -> Json:
        """How a recorded hand ended."""
        playing, number = seats_in(scene.names, record), int(record.number)
        return self.end(ending_of(state, playing, number=number, seats=len(scene.names), people=scene.people))

    def as_seen(self, record: HandRecord, at: int | None) -> HandRecord:
        """The record without the cards that were never seen from this seat of the hand; from none, what all saw."""
        end = play_out(record)
        return replace(record, hole_cards=(end.public_view() if at is None else end.observation(at)).cards)

    def line(self, hand: StoredHand, plan: TablePlan, you: int) -> Json:
        """A hand as the list shows it: the person's own cards, the board, what they won."""
        record = hand.record
        at = place_in(record, plan.names, you)
        return {
            "number": int(record.number),
            "time": record.time,
            "cards": [] if at is None else [format_known(card) for card in record.hole_cards[at]],
            "board": [format_cards([card]) for card in record.board],
            "net": int(hand.net[at]) if hand.net and at is not None else 0,
            "showdown": len(record.shown) > 1,
            "folded": any(move.seat == at and move.kind == "fold" for move in record.moves),
            "watched": at is None,
        }

    def moment(self, state: CardState, number: int) -> Json:
        """The street and the pot of a decision."""
        return {"street": state.street_name, "pot": state.pot}

    def streets(self, record: HandRecord, at: int | None) -> Iterator[Json]:
        """The chances by street: of those whose cards were shown in the end, else of the person's own hand."""
        for street in streets_of(record):
            found: list[float | None] = list(street.equities or [None] * record.seats)
            shown = [seat for seat, cards in enumerate(record.hole_cards) if street.live[seat] and UNKNOWN not in cards]
            playing = at is not None and street.live[at]
            asked = street.equities is None and "board" in find_game(record.game).skills and playing
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

    def shown(self, record: HandRecord, cards: Sequence[int]) -> Json | None:
        """The cards that somebody showed, and what they were."""
        if not cards or UNKNOWN in cards:
            return None
        words = find_game(record.game).speaker.holding(cards, record.board, over=True)
        return {"cards": [format_card(card) for card in cards], "words": words}

    def show_all(self, step: Json, state: CardState) -> None:
        """Open every seat's cards."""
        for seat, each in enumerate(step["seats"]):
            each["cards"] = [format_known(card) for card in state.cards(seat)]
            each["open"] = [True] * len(each["cards"])

    def explained(self, record: HandRecord, states: Sequence[CardState]) -> list[Json]:
        """What Loki would see and do at every decision of Hold'em; elsewhere the partner, where there is one."""
        if not _is_holdem(record):
            return partner_explains(record, states) if record.game in PARTNERS else []
        loki = check_loki(make_agent(EXPLAINER))
        found = []
        for at, each in enumerate(explain(record, loki)):
            told = decision_json(record, each)
            for opponent in told["opponents"]:
                del opponent["weights"]  # a picture of its own, and large
            found.append({"step": at, **told})
        return found

    def watch_options(self, players: int, dice: int | None, rules: str | None) -> Json:
        """The game as it usually is."""
        return {}

    def one_as_file(self, record: HandRecord) -> str:
        """A hand as PHH."""
        return format_phh(without_table(record))

    def many_as_file(self, records: Iterable[HandRecord], damaged: Sequence[DamagedHand]) -> Iterator[str]:
        """Hands as PHHS, each a numbered table of one file."""
        yield from format_phhs(map(without_table, records))
        yield from (f"\n# left out: {error}\n" for error in damaged)


def _is_holdem(record: HandRecord) -> bool:
    """Whether what knows two cards and a board can speak of a hand: Loki, and the equity of hands not shown."""
    return "holdem" in find_game(record.game).skills


def _seats(scene: Scene, view: CardObservation, playing: tuple[int, ...], run: RunOfPlay) -> list[Json]:
    """Everybody at the table; a player who does not play the hand has nothing in it."""
    opened = [set(cards) for cards in view.up_cards]
    cards, stacks, bets, paid, is_in = view.cards, view.stacks, view.bets, view.paid, view.is_in
    if view.is_over:
        with contextlib.suppress(RiverboatError):  # cards that were never shown decide: nobody knows
            stacks = tuple(int(sum(parts)) for parts in zip(stacks, view.returns(), paid, strict=True))
    did = _did(scene, view, playing, run.paid)
    nothing: Json = {
        "cards": [],
        "open": [],
        "stack": None,
        "bet": 0,
        "paid": 0,
        "in": False,
        "did": "",
        "absent": True,
    }
    found: list[Json] = [{"name": name, **nothing} for name in scene.names]
    for at, seat in enumerate(playing):
        found[seat] = {
            "name": scene.names[seat],
            "cards": [format_known(card) for card in cards[at]],
            "open": [card in opened[at] for card in cards[at]],
            "stack": stacks[at] if scene.entry.stacks else None,
            "bet": bets[at],
            "paid": paid[at],
            "in": is_in[at],
            "did": did.get(at, ""),
        }
    return found


def _run_message(scene: Scene, view: CardObservation, playing: tuple[int, ...], run: RunOfPlay) -> Json:
    """What the log tells beside the actions: antes and blinds, and the board and the pot of each street."""
    rules = view.rules
    assert rules is not None
    boards = boards_by_street(view.board, rules.deal.shared, view.street)
    posts = [
        {"seat": playing[seat], "text": f"{posted_in_words(rules, amount)} {amount:,}", "amount": amount}
        for seat, amount in run.posts
    ]
    streets = [
        {"name": scene.rules.street_names[at], "pot": pot, "board": [format_known(card) for card in board]}
        for at, (pot, board) in enumerate(zip(run.pots, boards, strict=True))
    ]
    return {"ante": run.ante, "posts": posts, "streets": streets}


def _best_cards(end: CardEnd) -> list[str]:
    """The cards that won at a showdown: five of them for each hand that wins a pot."""
    found: list[int] = []
    view = next(iter(end.views.values()))  # at a showdown all see them
    assert view.rules is not None
    for winner in dict.fromkeys(seat for pot in end.pots for seat in pot.winners if end.values[seat] is not None):
        found += view.rules.deal.best_five(view.cards[end.playing.index(winner)], view.board)
    return [format_card(card) for card in dict.fromkeys(found)]


def _did(scene: Scene, view: CardObservation, playing: tuple[int, ...], paid: Sequence[int]) -> dict[int, str]:
    """What seats of the hand did last on this street, or the blinds that they have posted."""
    found: dict[int, str] = {}
    if view.street == 0 and scene.entry.blinds and view.rules is not None:
        found = {seat: posted_in_words(view.rules, bet) for seat, bet in enumerate(view.bets) if bet}
    last = {event.seat: (event, chips) for event, chips in zip(view.history, paid, strict=True)}
    for seat, (event, chips) in last.items():
        if event.street == view.street or event.action.kind == "fold":
            found[seat] = told_amount(scene.did(event, playing[seat]), event, chips)
    return found


def _legal(view: CardObservation) -> Json | None:
    """What may be done now, with amounts; None where it is not the seat's turn."""
    legal, mine = view.legal_actions, view.bets[view.seat]
    if not len(legal):
        return None
    found: Json = {"kinds": list(legal.kinds), "to_call": view.to_call, "mine": mine, "stack": view.stacks[view.seat]}
    if "bring-in" in legal.kinds:
        found["bring_in"] = min(view.stacks[view.seat], int(getattr(view.rules, "bring_in", 0)))
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
