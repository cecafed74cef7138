"""Open Hand History: hands as JSON, an object a hand (the format of handhistory.org, version 1.4.7).

An action's amount is what it puts in, not the total that it goes to. The format knows blinds and antes, and of a limit
game no bets: they are the big blind and twice as much.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from riverboat.cards.cards import format_card
from riverboat.errors import OtherGame, RecordError, RiverboatError
from riverboat.files import write_whole
from riverboat.games import UNKNOWN, CardState, HoldemRules
from riverboat.games.holdem import Betting
from riverboat.records.formats.rooms.settling import settle
from riverboat.records.formats.rooms.told import Act, ActKind, Chair, Family, Post, PostKind, RoomHand, cards_in
from riverboat.records.hand_record import HandRecord, Move
from riverboat.records.positions import order_of_positions
from riverboat.records.replay import replay, verify

VERSION = "1.4.7"
_HEAD = re.compile(r"\s*\{\s*(?:\"[a-zA-Z_]+\"\s*:\s*\"[^\"]*\"\s*,\s*)*\"ohh\"\s*:\s*\{")
_FAMILIES = {"Holdem": "holdem", "Omaha": "omaha"}
_LIMITS = {"NL": "no-limit", "PL": "pot-limit", "FL": "limit"}
_STREETS = ("Preflop", "Flop", "Turn", "River")
_POSTS: dict[str, PostKind] = {
    "Post SB": "small",
    "Post BB": "big",
    "Post Ante": "ante",
    "Straddle": "straddle",
    "Post Dead": "dead",
    "Post Extra Blind": "extra",
}
_DEEDS: dict[str, ActKind] = {"Fold": "fold", "Check": "check", "Call": "call", "Bet": "bet", "Raise": "all-in"}
_SAID = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}
_LARGEST_TEXT = 1 << 20


def is_ohh(text: str) -> bool:
    """Whether a text is Open Hand History, by how it begins."""
    return _HEAD.match(text[:2000].lstrip("\ufeff")) is not None


def scan_ohh(text: str, file: str) -> Iterator[HandRecord | RecordError]:
    """The hands of a text: objects one after the other, whatever stands between them."""
    decoder, at, line = json.JSONDecoder(), 0, 1
    while (start := text.find("{", at)) >= 0:
        line += text.count("\n", at, start)
        try:
            found, end = decoder.raw_decode(text[start : start + _LARGEST_TEXT])
        except (ValueError, RecursionError) as error:
            yield RecordError(f"is not JSON: {str(error)[:100]}", file=file, line=line)
            return
        try:
            yield settle(_told(found, file, line))
        except RecordError as error:
            yield error
        except (RiverboatError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            what = f"has no {error}" if isinstance(error, KeyError) else " ".join(str(error).split())[:200]
            yield RecordError(f"can't be read: {what}", file=file, line=line)
        line += text.count("\n", start, start + end)
        at = start + end


def _told(found: Any, file: str, line: int) -> RoomHand:
    hand = found["ohh"]
    told = RoomHand(room=str(hand.get("site_name") or "Open Hand History"), file=file, line=line)
    family, betting = str(hand["game_type"]), str(hand["bet_limit"]["bet_type"])
    if family not in _FAMILIES:
        raise OtherGame(f"{family} {betting}", file=file, line=line)
    told.family, told.betting = cast("Family", _FAMILIES[family]), cast("Betting", _LIMITS[betting])
    small, big = _amount(hand["small_blind_amount"]), _amount(hand["big_blind_amount"])
    told.stakes = (big, 2 * big) if told.betting == "limit" else (small, big)
    told.number, told.time = str(hand["game_number"]), str(hand["start_date_utc"] or "").removesuffix("Z")
    told.event, told.button = str(hand.get("table_name") or ""), int(hand["dealer_seat"])
    names = {player["id"]: str(player["name"]) for player in hand["players"]}
    for player in hand["players"]:
        told.chairs[names[player["id"]]] = Chair(int(player["seat"]), _amount(player["starting_stack"]))
    for around in hand["rounds"]:
        _read_round(told, around, names)
    for pot in hand["pots"]:
        for win in pot["player_wins"]:
            told.collect(names[win["player_id"]], _amount(win["win_amount"]))
    told.rake = sum(_amount(pot.get("rake") or 0) + _amount(pot.get("jackpot") or 0) for pot in hand["pots"])
    return told


def _read_round(told: RoomHand, around: dict[str, Any], names: dict[Any, str]) -> None:
    street = around["street"]
    if street in _STREETS[1:]:
        told.board += cards_in(" ".join(around["cards"]))
    for action in sorted(around["actions"], key=lambda each: int(each["action_number"])):
        name, kind = names.get(action.get("player_id"), ""), action["action"]
        amount = _amount(action.get("amount") or 0)
        if kind == "Dealt Cards" or kind == "Shows Cards":
            cards = action.get("cards") or []
            if cards and all(re.fullmatch(r"[2-9TJQKA][cdhs]", card) for card in cards):
                told.hold(name, list(cards_in(" ".join(cards))))
            if kind == "Shows Cards":
                told.shown.append(name)
        elif kind in _POSTS:
            told.posts.append(Post(name, _POSTS[kind], amount))
        elif kind in _DEEDS:
            told.deeds.append(Act(name, _DEEDS[kind], amount, street=_STREETS.index(street), line=told.line))
        elif kind in ("Added To Pot", "Add to Pot"):
            raise told.error("has a pot that the house has added to, which can't be replayed")


def _amount(value: Any) -> int:
    """An amount in hundredths; the file writes it as a number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e12 < value < 1e12:
        raise ValueError(f'"{str(value)[:40]}" is not an amount')
    return round(value * 100)


def fit_ohh(hand: HandRecord) -> HandRecord:
    """The hand, if the format can say it; else why it can't."""
    rules, returns = hand.card_rules, hand.returns if hand.returns is not None else verify(hand)

    def refused(reason: str) -> RecordError:
        return RecordError(f"{reason} can't be said in Open Hand History", file=hand.source, line=hand.line)

    if not isinstance(rules, HoldemRules):
        raise refused("seven-card")
    if returns is None or hand.stacks is None:
        raise refused("a hand without a result or stacks")
    if hand.second_board:
        raise refused("a board that was dealt twice")
    amounts = (*hand.stacks, *(int(value) for value in returns))
    if any(value != int(value) for value in returns) or any(
        (amount * hand.unit * 100).denominator != 1 for amount in amounts
    ):
        raise refused("parts of a hundredth")
    if rules.betting == "limit" and rules.bets != (rules.big_blind, 2 * rules.big_blind):
        raise refused("bets that are not the big blind and twice as much")
    return hand


def write_ohh(hands: Iterable[HandRecord], path: Path) -> None:
    """Write hands, one object each, an empty line between them; whole or not at all."""
    write_whole(path, (json.dumps({"ohh": _object(hand)}, ensure_ascii=False) + "\n\n" for hand in hands))


def _object(hand: HandRecord) -> dict[str, Any]:
    rules = cast("HoldemRules", hand.card_rules)
    steps = list(replay(hand))
    begun, ended = steps[0][1], steps[-1][1]
    limits = {word: short for short, word in _LIMITS.items()}
    ids = range(1, hand.seats + 1)
    return {
        "spec_version": VERSION,
        "site_name": str(hand.extra.get("_room") or "Riverboat"),
        "network_name": str(hand.extra.get("_room") or "Riverboat"),
        "internal_version": "1",
        "game_number": hand.number,
        "start_date_utc": hand.time,
        "table_name": hand.event,
        "table_size": hand.seats,
        "game_type": "Omaha" if hand.game.startswith("omaha") else "Holdem",
        "bet_limit": {"bet_type": limits[rules.betting], "bet_cap": 0},
        "currency": "Chips",
        "dealer_seat": order_of_positions(hand)[-1] + 1,
        "small_blind_amount": _money(hand, min(rules.blinds[:2], default=0)),
        "big_blind_amount": _money(hand, rules.big_blind if rules.betting == "limit" else rules.smallest_bet),
        "ante_amount": _money(hand, rules.antes if isinstance(rules.antes, int) else max(rules.antes)),
        "players": [
            {"id": at, "seat": at, "name": name, "starting_stack": _money(hand, stack)}
            for at, name, stack in zip(ids, hand.players, hand.stacks or (), strict=True)
        ],
        "rounds": _rounds(hand, begun, steps),
        "pots": [_pot(hand, ended)],
    }


def _money(hand: HandRecord, chips: int | Fraction) -> float | int:
    value = chips * hand.unit
    return int(value) if value.denominator == 1 else float(round(value, 2))


def _rounds(hand: HandRecord, begun: CardState, steps: list[tuple[Move | None, CardState]]) -> list[dict[str, Any]]:
    """The streets with what was done on each; the first begins with posts and cards."""
    rounds: list[list[dict[str, Any]]] = [[] for _ in _STREETS]

    def add(street: int, seat: int, action: str, chips: int = 0, **more: Any) -> None:
        rounds[street].append({"player_id": seat + 1, "action": action, "amount": _money(hand, chips), **more})

    order = order_of_positions(hand)
    big_seat = order[0] if hand.seats == 2 else order[1]
    for seat in order:
        if ante := begun.paid[seat] - begun.bets[seat]:
            add(0, seat, "Post Ante", ante)
    small_seat = order[1] if hand.seats == 2 else order[0]
    named = {big_seat: "Post BB", small_seat: "Post SB"}
    for seat in sorted(order, key=lambda each: (each not in named, begun.bets[each], each == big_seat)):
        if blind := begun.bets[seat]:
            late = "Straddle" if blind > begun.bets[big_seat] else "Post Extra Blind"
            add(0, seat, named.get(seat, late), blind)
    for seat, cards in enumerate(hand.hole_cards):
        known = [format_card(card) for card in cards] if UNKNOWN not in cards else []
        add(0, seat, "Dealt Cards", cards=known)
    for (_, before), (move, after) in itertools.pairwise(steps):
        assert move is not None
        put = after.paid[move.seat] - before.paid[move.seat]
        add(
            move.street, move.seat, _SAID[move.kind], put, is_allin=move.kind != "fold" and after.stacks[move.seat] == 0
        )
    shown = [3 * (street == 1) + (street > 1) for street in range(4)]
    told, at = [], 0
    for street, actions in enumerate(rounds):
        cards = hand.board[at : at + shown[street]]
        at += shown[street]
        if actions or cards:
            numbered = [{"action_number": number, **action} for number, action in enumerate(actions)]
            told.append(
                {"id": street, "street": _STREETS[street], "cards": list(map(format_card, cards)), "actions": numbered}
            )
    if hand.shown or hand.mucked:
        told.append(_showdown(hand))
    return told


def _showdown(hand: HandRecord) -> dict[str, Any]:
    """The players who showed, in order, and those who gave up without showing."""
    shows = [(seat, "Shows Cards", hand.hole_cards[seat]) for seat in hand.shown]
    mucks = [(seat, "Mucks Cards", ()) for seat in hand.mucked]
    actions = [
        {"action_number": number, "player_id": seat + 1, "action": action, "cards": list(map(format_card, cards))}
        for number, (seat, action, cards) in enumerate([*shows, *mucks])
    ]
    return {"id": len(_STREETS), "street": "Showdown", "cards": [], "actions": actions}


def _pot(hand: HandRecord, ended: CardState) -> dict[str, Any]:
    """All pots as one: what each winner took of them, without an uncalled bet, which was never called into a pot."""
    *_, second, highest = sorted(ended.live)
    back = highest - second
    payer = ended.live.index(highest)
    returns = verify(hand) or ()
    won = [
        int(net) + paid - (back if seat == payer else 0)
        for seat, (net, paid) in enumerate(zip(returns, ended.paid, strict=True))
    ]
    wins = [{"player_id": seat + 1, "win_amount": _money(hand, amount)} for seat, amount in enumerate(won) if amount]
    return {
        "number": 0,
        "amount": _money(hand, sum(won) + hand.rake),
        "rake": _money(hand, hand.rake),
        "player_wins": wins,
    }
