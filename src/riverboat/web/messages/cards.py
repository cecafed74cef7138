"""What the page is told of a hand: composed from the person's observation, and from nothing else."""

from __future__ import annotations

from typing import Any, Protocol

from riverboat.cards.cards import format_card
from riverboat.cards.evaluator import describe
from riverboat.games import UNKNOWN, CardObservation, HoldemRules, PartnerStudRules
from riverboat.games.engine.observation import format_known
from riverboat.games.words import done_in_words, hand_in_words, with_article
from riverboat.partner.protocol import PARTNERS
from riverboat.records.hand_record import Rules
from riverboat.tables.bank import Standing
from riverboat.tables.former import PERSON, BluffPlan, BluffStanding, HandEnd, SeatingPlan

Json = dict[str, Any]


class Scene(Protocol):
    """What is said of a table beside what is seen: a plan says it, or whoever lets agents play."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def rules(self) -> Rules:
        """Its rules."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        ...


def hand_message(plan: Scene, view: CardObservation, *, you: int | None = PERSON) -> Json:
    """A hand as a seat sees it, in the words and names of the page. Without a person nobody is called "you"."""
    rules = plan.rules
    opened = [set(cards) for cards in view.up_cards]
    scored = isinstance(rules, PartnerStudRules)  # points without limit: nobody has a stack
    cards, stacks, bets, paid, is_in = view.cards, view.stacks, view.bets, view.paid, view.is_in
    if view.is_over:
        stacks = tuple(int(sum(parts)) for parts in zip(stacks, view.returns(), paid, strict=True))
    did = _did(view, rules, you)
    seats = [
        {
            "name": plan.names[seat],
            "cards": [format_known(card) for card in cards[seat]],
            "open": [card in opened[seat] for card in cards[seat]],
            "stack": None if scored else stacks[seat],
            "bet": bets[seat],
            "paid": paid[seat],
            "in": is_in[seat],
            "did": did.get(seat, ""),
        }
        for seat in range(len(cards))
    ]
    return {
        "street": view.street,
        "street_name": rules.street_names[view.street],
        "button": view.button,
        "actor": view.actor,
        "pot": view.pot,
        "board": [format_card(card) for card in view.board],
        "seats": seats,
        "log": _log(plan, view, you),
        "legal": _legal(view),
        "holding": _holding(plan, view) if you is not None else "",
    }


def _did(view: CardObservation, rules: Rules, you: int | None) -> dict[int, str]:
    """What seats did last on this street, or the blinds that they have posted."""
    found: dict[int, str] = {}
    street = view.street
    if street == 0 and isinstance(rules, HoldemRules):
        names = dict(zip(rules.blinds, ("small blind", "big blind"), strict=False))
        found = {seat: names.get(bet, "blind") for seat, bet in enumerate(view.bets) if bet}
    last = {event.seat: event for event in view.history}
    for seat, event in last.items():
        if event.street == street or event.action.kind == "fold":
            found[seat] = done_in_words(event.action, you=seat == you)
    return found


def _log(plan: Scene, view: CardObservation, you: int | None) -> list[Json]:
    streets = plan.rules.street_names
    return [
        {
            "seat": event.seat,
            "street": streets[event.street],
            "who": "You" if event.seat == you else plan.names[event.seat],
            "text": done_in_words(event.action, you=event.seat == you),
        }
        for event in view.history
    ]


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


def _holding(plan: Scene, view: CardObservation) -> str:
    own = view.own_cards
    if not own or UNKNOWN in own:
        return ""
    to_come = 5 - len(view.board) if plan.game.startswith("holdem") else 7 - len(own)
    return with_article(hand_in_words(own, view.board, 0 if view.is_over else to_come))


def end_message(end: HandEnd) -> Json:
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


def standing_message(plan: SeatingPlan | BluffPlan, standing: Standing) -> Json:
    """Where the session stands."""
    match = None
    if isinstance(plan, BluffPlan) and isinstance(standing, BluffStanding) and plan.match:
        match = {"number": standing.match, "wins": list(standing.match_wins), "dice": list(standing.dice)}
    return {
        "match": match,
        "hands": standing.hands,
        "nets": list(standing.nets),
        "buy_ins": list(standing.buy_ins),
        "stacks": None if standing.stacks is None else list(standing.stacks),
        "in_hand": standing.in_hand,
        "net": standing.nets[PERSON] if standing.nets else 0,
        "unit": plan.unit.chips,
    }


def table_message(place_id: str, plan: SeatingPlan | BluffPlan, *, advised: bool = True) -> Json:
    """What does not change while the session lasts."""
    prepared = 0 if isinstance(plan, BluffPlan) else len(plan.deals)
    scored = isinstance(plan, BluffPlan) or plan.rules.name == "stud"  # points without limit: no stacks
    return {
        "id": place_id,
        "game": plan.game,
        "title": plan.title,
        "names": list(plan.names),
        "opponents": list(plan.opponents),
        "person": plan.person,
        "seed": None if prepared else plan.seed,  # of a study's deals: who knew it would know all of them
        "scored": scored,
        "stack": None if scored or isinstance(plan, BluffPlan) else int(plan.make_game().rules.start_stack),
        "partner": advised and plan.game in PARTNERS,
        "prepared": prepared,
        "unit": plan.unit.chips,
        "unit_name": plan.unit.name,
    }
