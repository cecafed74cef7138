"""From what a room's file says to a record: the hand is played in the engine as the file tells it, chip by chip.

The engine says whose turn it is, on which street, and what a call costs; the file says what was done and who took what.
Where a file may be read in two ways (a late small blind may be live or dead, a raise may name its total or what it
adds), the first reading that comes out to the last chip is taken.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, cast

import numpy as np

from riverboat.errors import OtherGame, RecordError, RiverboatError
from riverboat.games import GAMES, UNKNOWN, CardState
from riverboat.games.actions import KIND_NAMES, Action
from riverboat.games.engine.layout_kernel import BET, CALL, CHECK, FOLD, RAISE
from riverboat.games.engine.told_kernel import ANY_STREET
from riverboat.games.holdem import HoldemRules
from riverboat.records.formats.phh import GAME_OF_VARIANT
from riverboat.records.formats.rooms.told import Act, RoomHand
from riverboat.records.hand_record import LARGEST_AMOUNT, HandRecord, Move, Rules, is_fair_rake
from riverboat.records.replay import game_of, verify

_BOARD_CARDS = 5
_FEWEST_CARDS = {"holdem": 2, "omaha": 4, "seven-card": 7}


class Interpretation(NamedTuple):
    """One way to read what a file leaves open."""

    late_small_is_live: bool = False
    dead_is_live: bool = False  # up to the big blind
    raise_is_total: bool = True
    short_all_in: str = "half"
    bets: tuple[int, ...] = ()  # of a limit game whose heading does not name them
    open_pair: bool = False  # stud: an open pair on fourth street doubles the bet
    stacks_are_known: bool = True


class Posted(NamedTuple):
    """What each seat put in before the cards came, from the left of the button round."""

    live: list[int]
    dead: list[int]
    antes: list[int]
    opener: int | None  # who speaks first, where the blinds alone don't say it


def settle(told: RoomHand) -> HandRecord:
    """The hand as a record that replays to what the file says; an error says what does not fit."""
    game = _game(told)
    if told.betting == "limit" and len(told.stakes) < 2:
        raise told.error("names no bets, and none are seen", field="stakes")
    if told.family != "seven-card" and len(told.board) > _BOARD_CARDS:
        raise told.error("was dealt more than one board, which can't be replayed as this room writes it", field="board")
    table = _Table(told, game)
    first: RecordError | None = None
    for reading in _readings(told):
        try:
            return _played(table, reading)
        except RecordError as error:
            first = first or error
    assert first is not None
    raise first


def _readings(told: RoomHand) -> tuple[Interpretation, ...]:
    posted = [post.kind for post in told.posts]
    late, dead = posted.count("small") > 1, "dead" in posted
    raises = "raise" in [deed.kind for deed in told.deeds]
    limit, stud = told.betting == "limit", told.family == "seven-card"
    return _all_readings(late, dead, raises, limit, told.possible_bets or (told.stakes,), stud, not _doubtful(told))


@functools.lru_cache(maxsize=1024)
def _all_readings(
    late: bool,
    dead: bool,
    raises: bool,
    limit: bool,
    bets: tuple[tuple[int, ...], ...],
    stud: bool,
    stacks_are_known: bool,
) -> tuple[Interpretation, ...]:
    ways = itertools.product(
        (False, True) if late else (False,),
        (False, True) if dead else (False,),
        (True, False) if raises else (True,),
        ("full", "half") if limit else ("half",),
        bets,
        (False, True) if stud else (False,),
        (stacks_are_known,),
    )
    return tuple(itertools.starmap(Interpretation, ways))


def _doubtful(told: RoomHand) -> bool:
    """Whether the file does not know what everybody has: newcomers are listed with nothing, or not at all."""
    if not told.joined and 0 not in [chair.stack for chair in told.chairs.values()]:
        return False
    playing = {post.name for post in told.posts} | {deed.name for deed in told.deeds}
    return any(name not in told.chairs or told.chairs[name].stack == 0 for name in playing)


def _are_whole(told: RoomHand) -> bool:
    """Whether no amount of a hand has hundredths; where cents are played, stakes or stacks nearly always say so."""
    if math.gcd(100, *told.stakes, *[chair.stack for chair in told.chairs.values()]) < 100:
        return False
    amounts = [told.ante, *told.collected.values(), *told.returned.values(), *told.nets.values()]
    amounts += [post.amount for post in told.posts] + [deed.amount for deed in told.deeds]
    return math.gcd(100, *amounts) == 100


class _Table:
    """The seats with their stacks in whole chips: what all readings have in common."""

    def __init__(self, told: RoomHand, game: str) -> None:
        self.told, self.game = told, game
        self.names = self._order()
        self.seat = {name: at for at, name in enumerate(self.names)}
        self.excess: dict[str, int] = {}
        self.chip = 100 if _are_whole(told) else 1
        self.stacks = tuple(told.chairs[name].stack // self.chip if name in told.chairs else 0 for name in self.names)

    def _order(self) -> list[str]:
        """Whoever plays, from the left of the button round."""
        told = self.told
        if not told.chairs and not told.joined:
            raise told.error("lists no seats that can be read: let the room write in English", field="players")
        playing = dict.fromkeys([deed.name for deed in told.deeds])
        playing |= dict.fromkeys([post.name for post in told.posts]) | dict.fromkeys(told.cards)
        strangers = [name for name in playing if name not in told.chairs]
        for name in strangers:
            if name not in told.joined:
                raise told.error(f"{name or 'somebody without a name'} acts and has no seat", field="players")
        if "" in told.chairs:
            raise told.error("has players without names", field="players")
        if len(playing) < 2:
            raise told.error("fewer than two players are in the hand", field="players")
        if strangers:
            return self._order_of_speaking(list(playing))
        listed = [name for name in told.chairs if name in playing]
        if not told.by_listing:
            listed.sort(key=lambda name: told.chairs[name].number)
        if told.button is None:
            return listed
        if told.by_listing:
            at = next((i for i, n in enumerate(told.chairs) if told.chairs[n].number == told.button), -1)
            after = [name for name in list(told.chairs)[at + 1 :] if name in playing]
        else:
            after = [name for name in listed if told.chairs[name].number > told.button]
        return after + [name for name in listed if name not in after]

    def _order_of_speaking(self, names: list[str]) -> list[str]:
        """The seats by who speaks after whom before the flop, for hands with players whose seat is not told."""
        first = next(
            (post.name for kind in ("small", "big") for post in self.told.posts if post.kind == kind), names[0]
        )
        at = names.index(first)
        return names[at:] + names[:at]


def _played(table: _Table, reading: Interpretation) -> HandRecord:
    told = table.told
    rules = _rules(table, reading)
    held = tuple([_held(told, name) for name in table.names])
    stacks = _stacks(table) if reading.stacks_are_known else None
    table.excess.clear()
    state = _laid(told, rules, held, stacks)
    moves = _quick_moves(table, state, reading)
    if moves is None:
        state = _laid(told, rules, held, stacks)
        moves = tuple(_moves(table, state, reading))
    if not state.is_over:
        who = "nobody" if state.actor is None else table.names[state.actor]
        raise told.error(f"the hand does not end: {who} still has to act", field="actions")
    blind = tuple([seat for seat in state.shown_seats if UNKNOWN in held[seat]])
    returns, rake = _returns(table, state)
    # Players who folded may show, and it counts for nothing; the cards that a player does not show stay unknown.
    is_in = state.is_in
    seats = dict.fromkeys([table.seat[name] for name in told.shown if name in table.seat])
    record = HandRecord(
        game=table.game,
        rules=rules,
        players=tuple(table.names),
        stacks=stacks,
        hole_cards=held,
        moves=moves,
        board=tuple(told.board),
        second_board=tuple(told.second_board),
        shown=tuple([seat for seat in seats if is_in[seat] and seat not in blind]),
        mucked=blind,
        returns=returns,
        rake=rake,
        unit=_UNITS[table.chip],
        number=told.number,
        event=told.event,
        time=told.time,
        source=told.file,
        line=told.line,
        extra={"_room": told.room, **({"_notes": dict(told.notes)} if told.notes else {})},
    )
    verify(record, played=state)
    return record


_UNITS = {chip: Fraction(chip, 100) for chip in (1, 100)}


def _laid(told: RoomHand, rules: Rules, held: tuple[tuple[int, ...], ...], stacks: tuple[int, ...] | None) -> CardState:
    """The hand before the first action, as `replay.start` begins a record."""
    try:
        unbounded = (LARGEST_AMOUNT,) * len(held)
        return game_of(rules).lay(held, board=tuple(told.board), stacks=unbounded if stacks is None else stacks)
    except RiverboatError as error:
        raise told.error(str(error), field="cards") from None


def _stacks(table: _Table) -> tuple[int, ...]:
    for name, stack in zip(table.names, table.stacks, strict=True):
        if stack <= 0:
            raise table.told.error(f"{name} plays without chips", field="stacks")
    return table.stacks


def _game(told: RoomHand) -> str:
    """The game's name in the registry; a game that is not there is another game."""
    name = f"{told.family}-{told.betting.replace('-', '')}"
    if name == "seven-card-limit":
        return GAME_OF_VARIANT["F7S"]
    if name not in GAMES:
        raise OtherGame(f"{told.family}, {told.betting}", file=told.file, line=told.line)
    return name


def _held(told: RoomHand, name: str) -> tuple[int, ...]:
    cards = told.cards.get(name, [])
    if told.family == "seven-card":
        return tuple(cards)
    return tuple(cards) if cards else (UNKNOWN,) * _FEWEST_CARDS[told.family]


def _rules(table: _Table, reading: Interpretation) -> Rules:
    told = table.told
    posted = _posted(table, reading)
    options: dict[str, Any] = {"seats": len(table.names), "free_fold": True}
    if told.betting == "limit":
        options |= {"raises_per_round": None, "short_all_in": reading.short_all_in}
        options["bets"] = tuple(amount // table.chip for amount in reading.bets[:2])
    even = len(set(posted.antes)) == 1 and not any(posted.dead)
    antes = posted.antes[0] if even else tuple(map(sum, zip(posted.antes, posted.dead, strict=True)))
    try:
        if told.family == "seven-card":
            bring_in = min(_bring_in(table), options["bets"][0])
            ante = max(posted.antes)
            return _rules_of(table.game, ante=ante, bring_in=bring_in, open_pair=reading.open_pair, **options)
        blinds = _named_blinds(table, posted.live, options)
        if told.betting != "limit":
            options["min_bet"] = max(1, _big_blind(table))
        rules = _rules_of(table.game, blinds=blinds, antes=antes, **options)
        if posted.opener is None or posted.opener == cast("HoldemRules", rules).first_position:
            return rules
        return _rules_of(table.game, blinds=blinds, antes=antes, first_to_act=posted.opener, **options)
    except RiverboatError as error:
        raise told.error(str(error), field="rules") from None


@functools.lru_cache(maxsize=1024)
def _rules_of(game: str, **options: Any) -> Rules:
    return cast("Rules", GAMES[game].make_rules(**options))


def _bring_in(table: _Table) -> int:
    brought = [deed.amount // table.chip for deed in table.told.deeds if deed.kind == "bring-in"]
    return max(1, max(brought) if brought else table.told.stakes[0] // table.chip // 4)


def _big_blind(table: _Table) -> int:
    """The big blind by the heading; where it names none, by what was posted. A short one says less than it is."""
    told = table.told
    if told.stakes:
        return told.stakes[0 if told.betting == "limit" else -1] // table.chip
    small = max((post.amount for post in told.posts if post.kind == "small"), default=0)
    big = next((post for post in told.posts if post.kind == "big"), None)
    if big is None:
        return 2 * small // table.chip
    is_short = big.name in told.chairs and big.amount == told.chairs[big.name].stack
    return max(big.amount, 2 * small if is_short else 0) // table.chip


def _posted(table: _Table, reading: Interpretation) -> Posted:
    """What each seat put in; a player who had less than they should is all-in, and the engine finds that by itself."""
    told, chip, n = table.told, table.chip, len(table.names)
    live, dead, antes = [0] * n, [0] * n, [0] * n
    big, small_seen, opener = _big_blind(table), False, None
    ante = max((post.amount for post in told.posts if post.kind == "ante"), default=0) // chip
    for post in told.posts:
        seat, amount = table.seat[post.name], post.amount // chip
        left = table.stacks[seat] - antes[seat]
        if post.kind == "ante":
            antes[seat] += ante if amount == table.stacks[seat] else amount
        elif post.kind == "small":
            if not small_seen or reading.late_small_is_live:
                nominal = told.stakes[0] // chip if told.betting != "limit" and told.stakes else amount
                live[seat] = max(amount, nominal) if amount == left else amount
            else:
                dead[seat] += amount
            small_seen = True
        elif post.kind in ("big", "straddle", "extra"):
            live[seat] = (
                big if amount == left and amount < big else min(amount, big) if post.kind == "extra" else amount
            )
            dead[seat] += max(0, amount - big) if post.kind == "extra" else 0
            if post.kind == "straddle" or (post.kind == "big" and (opener is None or amount > big)):
                opener = (seat + 1) % n
        elif post.kind == "both" or (post.kind == "dead" and reading.dead_is_live):
            live[seat], dead[seat] = min(amount, big), dead[seat] + max(0, amount - big)
        else:
            dead[seat] += amount
    return Posted(live, dead, antes, opener)


def _named_blinds(table: _Table, live: list[int], options: dict[str, Any]) -> tuple[int, ...]:
    """The blinds in the order of posting, as rules name them; heads-up the button posts the small one."""
    if len(live) == 2:
        if live[0] >= live[1]:
            return (live[1], live[0])
        options["heads_up"] = "irc"  # the button is an empty chair
    while len(live) > 2 and not live[-1]:
        live = live[:-1]
    return tuple(live)


_QUICK_KINDS = {"fold": FOLD, "check": CHECK, "call": CALL, "bet": BET, "raise": RAISE}


def _quick_moves(table: _Table, state: CardState, reading: Interpretation) -> tuple[Move, ...] | None:
    """All moves at once, where each is just what the engine expects; None where one asks for a closer look."""
    rows: list[int] = []
    seat, chip = table.seat, table.chip
    for deed in table.told.deeds:
        kind = _QUICK_KINDS.get(deed.kind, 0)
        if not kind:
            return None
        if kind == RAISE and not reading.raise_is_total:
            kind = BET
        rows += (seat[deed.name], ANY_STREET if deed.street is None else deed.street, kind, deed.amount // chip)
    if not rows:
        return None
    played = np.array(rows, np.int64).reshape(-1, 4)
    if not state.play_told(played):
        return None
    return tuple([_move(street, who, kind, amount) for who, street, kind, amount in played.tolist()])


@functools.lru_cache(maxsize=1 << 14)
def _move(street: int, seat: int, kind: int, amount: int) -> Move:
    """A move by the engine's numbers; the same ones come again and again."""
    return Move(street, seat, KIND_NAMES[kind], amount)


def _moves(table: _Table, state: CardState, reading: Interpretation) -> Iterator[Move]:
    told = table.told
    for deed in told.deeds:
        seat = table.seat[deed.name]
        if state.is_over:
            if deed.kind == "check":
                continue  # a player who is all-in has nothing to say, though some files let them
            raise told.error(f"{deed.name} acts after the end of the hand", deed.line, "actions")
        is_late_fold = deed.kind == "fold" and deed.street is not None and deed.street < state.street
        if deed.street is not None and deed.street != state.street and not is_late_fold:
            where = state.game.rules.street_names[state.street]
            late = "" if state.actor is None else f": on the {where} it is the turn of {table.names[state.actor]}"
            raise told.error(f"{deed.name} can't {deed.kind} yet{late}", deed.line, "actions")
        if seat != state.actor:
            if deed.kind != "fold":
                who = "nobody" if state.actor is None else table.names[state.actor]
                raise told.error(f"{deed.name} can't {deed.kind}: it is the turn of {who}", deed.line, "actions")
            yield Move(state.street, seat, "fold")
            state.fold_out_of_turn(seat)
            continue
        action = _action(table, state, deed, reading)
        yield Move(state.street, seat, action.kind, action.amount)
        try:
            state.apply(action)
        except RiverboatError as error:
            raise told.error(f"{deed.name}: {error}", deed.line, "actions") from None


def _action(table: _Table, state: CardState, deed: Act, reading: Interpretation) -> Action:
    """An act as an action: what the file calls a bet may be a raise here, and what it calls a raise may be a call."""
    if deed.kind in ("fold", "bring-in"):
        return Action(deed.kind)
    legal, amount = state.legal_actions(), deed.amount // table.chip
    to_call = legal.to_call
    if deed.kind == "check":
        return Action("check")
    put = state.bets[table.seat[deed.name]]
    if deed.kind == "call":
        if amount > to_call and legal.raise_kind is None:
            table.excess[deed.name] = amount - to_call  # the others have less: that comes back
        elif amount != to_call:
            raise table.told.error(f"{deed.name} calls {amount} and has to call {to_call}", deed.line, "actions")
        return Action("call")
    to = amount if deed.kind == "raise" and reading.raise_is_total else put + amount
    if to_call and (to - put <= to_call or legal.raise_kind is None):
        table.excess[deed.name] = max(0, to - put - to_call)  # nobody can call more: that comes back
        return Action("call")
    if deed.kind == "all-in" and legal.max_to:
        to = min(to, legal.max_to)
    return Action(legal.raise_kind or "raise", to)


def _returns(table: _Table, state: CardState) -> tuple[tuple[int, ...], int]:
    """The net chips of each seat by what the file says was collected, and the rake that is left over.

    Some files leave out an uncalled bet that went back, some have it among what was collected.
    """
    told, chip, paid = table.told, table.chip, list(state.paid)
    if told.nets:
        nets = tuple(told.nets.get(name, 0) // chip for name in table.names)
        return nets, _rake(table, -sum(nets), sum(paid))
    won = [told.collected.get(name, 0) // chip for name in table.names]
    unknown = set(told.collected) - set(table.seat)
    if unknown or not any(won):
        reason = f"{sorted(unknown)[0]} collects and has no seat" if unknown else "nobody collects the pot"
        raise told.error(reason, field="winnings")
    total = sum(paid)
    for name, amount in told.returned.items():
        if name in table.seat:
            back = amount // chip - table.excess.pop(name, 0)
            paid[table.seat[name]] -= back
            total -= back
    for name, amount in table.excess.items():
        if sum(won) > total and won[table.seat[name]] >= amount:
            won[table.seat[name]] -= amount
    if sum(won) <= total:
        live = state.live
        back = 0 if told.returned else _uncalled(live)
        seat = live.index(max(live))
        came_back = won[seat] == back < sum(won)  # among what was collected, by one who won nothing else
        if back and sum(won) <= total - back and not (came_back or _is_all(told, won, total, chip)):
            paid[seat] -= back
            total -= back
    rake = _rake(table, total - sum(won), total)
    if told.pot is not None and told.pot // chip not in (total, total - rake, sum(state.paid)):
        raise told.error(f"the pot is {told.pot // chip} in the file and {total} by what was put in", field="pot")
    return tuple(w - p for w, p in zip(won, paid, strict=True)), rake


def _is_all(told: RoomHand, won: list[int], total: int, chip: int) -> bool:
    """Whether what was collected is the whole pot, the uncalled bet in it, less the stated rake."""
    return told.rake is not None and sum(won) + told.rake // chip == total


def _uncalled(live: tuple[int, ...]) -> int:
    """How much more the highest bettor put in than anyone else, dead money aside."""
    *_, second, highest = sorted(live)
    return highest - second


def _rake(table: _Table, rake: int, pot: int) -> int:
    told = table.told
    if rake < 0:
        more = -rake * table.chip / 100
        raise told.error(f"{more:g} more was collected than was put in", field="winnings")
    if told.rake is not None and abs(rake - told.rake // table.chip) > 0:
        stated = Fraction(told.rake, 100)
        raise told.error(
            f"the rake is {float(stated)} in the file and {rake * table.chip / 100} by the pot", field="rake"
        )
    if not is_fair_rake(rake, pot):
        raise told.error(f"{pot - rake} chips were collected of a pot of {pot}", field="winnings")
    return rake
