"""Hands of ours written as poker rooms write them, to be read back: what the readers of rooms are tested with."""

from __future__ import annotations

from collections.abc import Callable

from riverboat.cards.cards import format_card
from riverboat.records.hand_record import HandRecord, Move
from riverboat.records.positions import order_of_positions
from riverboat.records.replay import replay

Write = Callable[[HandRecord], str]
BOARD_TITLES = ("", "FLOP", "TURN", "RIVER")
SHOWN_BOARD = (0, 3, 4, 5)


class Story:
    """A hand told step by step: chairs count from 1, amounts are in the file's money."""

    def __init__(self, hand: HandRecord) -> None:
        self.hand = hand
        self.steps = list(replay(hand))
        self.end = self.steps[-1][1]
        self.order = order_of_positions(hand)
        self.blinds = self.steps[0][1].bets
        self.antes = tuple(p - b for p, b in zip(self.steps[0][1].paid, self.blinds, strict=True))

    def money(self, chips: int) -> str:
        """An amount as rooms write it."""
        value = chips * self.hand.unit
        return str(int(value)) if value.denominator == 1 else f"{float(value):.2f}"

    def cards(self, cards: tuple[int, ...], between: str = " ") -> str:
        return between.join(map(format_card, cards))

    def new_cards(self, street: int) -> tuple[int, ...]:
        """What a street adds to the board."""
        return self.hand.board[SHOWN_BOARD[street - 1] : SHOWN_BOARD[street]]

    def moves(self) -> list[tuple[Move, int, int]]:
        """Each move with the chips that it added and the total of its bet."""
        told = []
        for (_, before), (move, after) in zip(self.steps, self.steps[1:], strict=False):
            assert move is not None
            put = after.paid[move.seat] - before.paid[move.seat]
            told.append((move, put, before.bets[move.seat] + put))
        return told

    @property
    def uncalled(self) -> tuple[int, int]:
        live = sorted(self.end.live)
        return self.end.live.index(live[-1]), live[-1] - live[-2]

    def collected(self) -> dict[int, int]:
        """What each winner takes, an uncalled bet left out."""
        seat, back = self.uncalled
        won = {s: int(w) - (back if s == seat else 0) for s, w in enumerate(self.end.winnings())}
        return {s: w for s, w in won.items() if w > 0}


def _stars_like(story: Story, heading: str, colon: str, sign: str) -> str:
    hand = story.hand

    def money(chips: int) -> str:
        return sign + story.money(chips)

    button = story.order[-1] + 1
    lines = [heading, f"Table 'Test' 12-max Seat #{button} is the button"]
    lines += [
        f"Seat {s + 1}: {n} ({money(st)} in chips)"
        for s, (n, st) in enumerate(zip(hand.players, hand.stacks or (), strict=True))
    ]
    for seat in story.order:
        if story.antes[seat]:
            lines.append(f"{hand.players[seat]}{colon} posts the ante {money(story.antes[seat])}")
    big = max(story.blinds)
    for seat in sorted(range(hand.seats), key=lambda s: story.blinds[s]):
        if story.blinds[seat]:
            kind = "big" if seat == _big_seat(story) else "small"
            lines.append(f"{hand.players[seat]}{colon} posts {kind} blind {money(story.blinds[seat])}")
    assert big
    lines.append("*** HOLE CARDS ***")
    lines += [f"Dealt to {n} [{story.cards(c)}]" for n, c in zip(hand.players, hand.hole_cards, strict=True)]
    street = 0
    for move, put, to in story.moves():
        if move.street != street:
            lines += _boards(story, street, move.street)
            street = move.street
        name = hand.players[move.seat]
        text = {
            "fold": "folds",
            "check": "checks",
            "call": f"calls {money(put)}",
            "bet": f"bets {money(put)}",
            "raise": f"raises {money(put)} to {money(to)}",
        }[move.kind]
        lines.append(f"{name}{colon} {text}")
    lines += _boards(story, street, 3 if story.end.is_showdown else street)
    seat, back = story.uncalled
    if back:
        lines.append(f"Uncalled bet ({money(back)}) returned to {hand.players[seat]}")
    if story.end.is_showdown:
        lines.append("*** SHOW DOWN ***")
        lines += [f"{hand.players[s]}{colon} shows [{story.cards(hand.hole_cards[s])}]" for s in story.end.shown_seats]
    lines += [f"{hand.players[s]} collected {money(w)} from pot" for s, w in story.collected().items()]
    lines += ["*** SUMMARY ***", f"Total pot {money(sum(story.collected().values()))} | Rake {money(0)}", ""]
    return "\n".join(lines) + "\n"


def _big_seat(story: Story) -> int:
    """Who posts the big blind: the second seat left of the button, heads-up the first."""
    return story.order[0] if story.hand.seats == 2 else story.order[1]


def _boards(story: Story, before: int, now: int) -> list[str]:
    lines = []
    for street in range(before + 1, now + 1):
        old, new = story.hand.board[: SHOWN_BOARD[street - 1]], story.new_cards(street)
        shown = f"[{story.cards(old)}] [{story.cards(new)}]" if old else f"[{story.cards(new)}]"
        lines.append(f"*** {BOARD_TITLES[street]} *** {shown}")
    return lines


def _betting(hand: HandRecord) -> str:
    return "Limit" if "-limit" in hand.game else "No Limit"


def _stakes(story: Story) -> tuple[str, str]:
    rules = story.hand.card_rules
    amounts = rules.bets if "-limit" in story.hand.game else rules.blinds  # type: ignore[union-attr]
    return story.money(amounts[0]), story.money(amounts[1])


def stars(hand: HandRecord) -> str:
    """As PokerStars writes."""
    story = Story(hand)
    small, big = _stakes(story)
    heading = f"PokerStars Hand #{hand.number}: Hold'em {_betting(hand)} (${small}/${big} USD) - 2024/02/29 20:15:00 ET"
    return _stars_like(story, heading, ":", "$")


def winamax(hand: HandRecord) -> str:
    """As Winamax writes: no colon behind names."""
    story = Story(hand)
    small, big = _stakes(story)
    limit = "fixed limit" if "-limit" in hand.game else "no limit"
    heading = f"Winamax Poker - CashGame - HandId: #{hand.number}-1-2 - Holdem {limit} ({small}€/{big}€) - 2024/02/29"
    return _stars_like(story, heading, "", "").replace("*** HOLE CARDS ***", "*** PRE-FLOP ***")


def party(hand: HandRecord) -> str:
    """As partypoker writes: what a raise adds, and wins with the uncalled bet in them."""
    story = Story(hand)

    def money(chips: int) -> str:
        return f"[${story.money(chips)} USD]"

    small, big = _stakes(story)
    name = "" if "-limit" in hand.game else "NL "
    lines = [f"***** Hand History for Game {hand.number} *****"]
    lines.append(f"${small}/${big} USD {name}Texas Hold'em - Thursday, February 29, 20:15:00 CET 2024")
    lines += ["Table Test (Real Money)", f"Seat {story.order[-1] + 1} is the button"]
    lines += [
        f"Seat {s + 1}: {n} ( ${story.money(st)} USD )"
        for s, (n, st) in enumerate(zip(hand.players, hand.stacks or (), strict=True))
    ]
    lines += [f"{hand.players[s]} posts ante {money(a)}" for s, a in enumerate(story.antes) if a]
    for seat in sorted(range(hand.seats), key=lambda s: story.blinds[s]):
        if story.blinds[seat]:
            kind = "big" if seat == _big_seat(story) else "small"
            lines.append(f"{hand.players[seat]} posts {kind} blind {money(story.blinds[seat])}.")
    lines.append("** Dealing down cards **")
    lines += [f"Dealt to {n} [  {story.cards(c)} ]" for n, c in zip(hand.players, hand.hole_cards, strict=True)]
    street = 0
    for move, put, _ in story.moves():
        lines += _party_boards(story, street, move.street)
        street = move.street
        text = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}[move.kind]
        lines.append(f"{hand.players[move.seat]} {text}" + (f" {money(put)}" if put else ""))
    lines += _party_boards(story, street, 3 if story.end.is_showdown else street)
    for seat in story.end.shown_seats:
        lines.append(f"{hand.players[seat]} shows [ {story.cards(hand.hole_cards[seat], ', ')} ]a hand.")
    lines += [f"{hand.players[s]} wins ${story.money(int(w))} USD" for s, w in enumerate(story.end.winnings()) if w]
    return "\n".join(lines) + "\n\n"


def _party_boards(story: Story, before: int, now: int) -> list[str]:
    return [
        f"** Dealing {BOARD_TITLES[s].title()} ** [ {story.cards(story.new_cards(s), ', ')} ]"
        for s in range(before + 1, now + 1)
    ]


def winning(hand: HandRecord) -> str:
    """As the Winning network wrote until 2019."""
    story = Story(hand)
    small, big = _stakes(story)
    lines = ["Game started at: 2024/2/29 20:15:0", f"Game ID: {hand.number} {small}/{big} Test (Hold'em)"]
    lines.append(f"Seat {story.order[-1] + 1} is the button")
    lines += [
        f"Seat {s + 1}: {n} ({story.money(st)})."
        for s, (n, st) in enumerate(zip(hand.players, hand.stacks or (), strict=True))
    ]
    lines += [f"Player {hand.players[s]} ante ({story.money(a)})" for s, a in enumerate(story.antes) if a]
    for seat in sorted(range(hand.seats), key=lambda s: story.blinds[s]):
        if story.blinds[seat]:
            kind = "big" if seat == _big_seat(story) else "small"
            lines.append(f"Player {hand.players[seat]} has {kind} blind ({story.money(story.blinds[seat])})")
    for name, cards in zip(hand.players, hand.hole_cards, strict=True):
        lines += [f"Player {name} received card: [{format_card(card)}]" for card in cards]
    street = 0
    for move, put, _ in story.moves():
        lines += [
            line.replace("***  ", "*** ").replace(" *** [", " ***: [") for line in _boards(story, street, move.street)
        ]
        street = move.street
        text = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}[move.kind]
        lines.append(f"Player {hand.players[move.seat]} {text}" + (f" ({story.money(put)})" if put else ""))
    lines += [
        line.replace(" *** [", " ***: [") for line in _boards(story, street, 3 if story.end.is_showdown else street)
    ]
    seat, back = story.uncalled
    if back:
        lines.append(f"Uncalled bet ({story.money(back)}) returned to {hand.players[seat]}")
    lines += ["------ Summary ------", f"Pot: {story.money(sum(story.collected().values()))}. Rake 0"]
    for seat, name in enumerate(hand.players):
        paid, won = story.end.paid[seat], story.collected().get(seat, 0)
        lines.append(
            f"Player {name} does not show cards.Bets: {story.money(paid)}. Collects: {story.money(won)}. Wins: 0."
        )
    return "\n\n".join([*lines, "Game ended at: 2024/2/29 20:16:0"]) + "\n\n\n"


def bovada(hand: HandRecord) -> str:
    """As Bovada writes: names are places, the order of seats is that of the list."""
    story = Story(hand)
    sign = "$"
    limit = "Fixed" if "-limit" in hand.game else "No"
    heading = f"Bovada Hand #{hand.number} TBL#1 HOLDEM {limit} Limit - 2024-02-29 20:15:00"
    places = _places(story)
    lines = [heading]
    lines += [f"Seat {s + 1}: {places[s]} ({sign}{story.money(st)} in chips)" for s, st in enumerate(hand.stacks or ())]
    lines.append(f"{places[story.order[-1]]} : Set dealer [{story.order[-1] + 1}]")
    lines += [f"{places[s]} : Ante chip {sign}{story.money(a)}" for s, a in enumerate(story.antes) if a]
    for seat in sorted(range(hand.seats), key=lambda s: story.blinds[s]):
        if story.blinds[seat]:
            kind = "Big blind" if seat == _big_seat(story) else "Small Blind"
            lines.append(f"{places[seat]} : {kind} {sign}{story.money(story.blinds[seat])}")
    lines.append("*** HOLE CARDS ***")
    lines += [f"{places[s]} : Card dealt to a spot [{story.cards(c)}]" for s, c in enumerate(hand.hole_cards)]
    street = 0
    for move, put, to in story.moves():
        lines += _boards(story, street, move.street)
        street = move.street
        text = {
            "fold": "Folds",
            "check": "Checks",
            "call": f"Calls {sign}{story.money(put)}",
            "bet": f"Bets {sign}{story.money(put)}",
            "raise": f"Raises {sign}{story.money(put)} to {sign}{story.money(to)}",
        }[move.kind]
        lines.append(f"{places[move.seat]} : {text}")
    lines += _boards(story, street, 3 if story.end.is_showdown else street)
    seat, back = story.uncalled
    if back:
        lines.append(f"{places[seat]} : Return uncalled portion of bet {sign}{story.money(back)}")
    lines += [f"{places[s]} : Hand result {sign}{story.money(w)}" for s, w in story.collected().items()]
    lines += ["*** SUMMARY ***", f"Total Pot({sign}{story.money(sum(story.collected().values()))})", ""]
    return "\n".join(lines) + "\n"


def _places(story: Story) -> dict[int, str]:
    order = story.order
    if len(order) == 2:
        return {order[0]: "Big Blind", order[1]: "Dealer"}
    names = ["Small Blind", "Big Blind", *(f"UTG+{at}" if at else "UTG" for at in range(len(order) - 3)), "Dealer"]
    return dict(zip(order, names, strict=True))


def ipoker(hand: HandRecord) -> str:
    """As iPoker writes: a session of one game in XML, actions grouped by player and numbered."""
    story = Story(hand)
    small, big = _stakes(story)
    names = [name.replace('"', "&quot;") for name in hand.players]
    players = "".join(
        f'<player seat="{s + 1}" name="{name}" chips="${story.money(stack)}" dealer="{int(s == story.order[-1])}" '
        f'win="${story.money(int(won))}" bet="${story.money(story.end.paid[s])}"/>'
        for s, (name, stack, won) in enumerate(zip(names, hand.stacks or (), story.end.winnings(), strict=True))
    )
    done = [(0, seat, 15, ante) for seat, ante in enumerate(story.antes) if ante]
    by_size = sorted((seat for seat in range(hand.seats) if story.blinds[seat]), key=lambda s: story.blinds[s])
    done += [(0, seat, 2 if seat == _big_seat(story) else 1, story.blinds[seat]) for seat in by_size]
    for move, put, to in story.moves():
        codes = {"fold": (0, 0), "check": (4, 0), "call": (3, put), "bet": (5, put), "raise": (23, to)}
        done.append((move.street + 1, move.seat, *codes[move.kind]))
    tags = [
        (at, seat, f'<action no="{number}" player="{names[seat]}" type="{code}" sum="${story.money(chips)}" cards=""/>')
        for number, (at, seat, code, chips) in enumerate(done, 1)
    ]
    last = 3 if story.end.is_showdown else story.end.street
    rounds = ""
    for at in range(last + 2):
        dealt = ""
        if at == 1:
            pairs = zip(names, hand.hole_cards, strict=True)
            dealt = "".join(f'<cards type="Pocket" player="{n}">{_suits_first(cards)}</cards>' for n, cards in pairs)
        elif at > 1:
            cards = _suits_first(story.new_cards(at - 1))
            dealt = f'<cards type="{BOARD_TITLES[at - 1].title()}" player="">{cards}</cards>'
        acted = "".join(tag for _, _, tag in sorted((t for t in tags if t[0] == at), key=lambda t: t[1]))
        rounds += f'<round no="{at}">{dealt}{acted}</round>'
    kind = "L" if "-limit" in hand.game else "NL"
    general = f"<general><gametype>Holdem {kind} ${small}/${big}</gametype><tablename>Test</tablename></general>"
    began = "<startdate>2024-02-29 20:15:00</startdate>"
    game = f'<game gamecode="{hand.number}"><general>{began}<players>{players}</players></general>{rounds}</game>'
    return f'<?xml version="1.0"?><session sessioncode="1">{general}\n{game}</session>\n'


def _suits_first(cards: tuple[int, ...]) -> str:
    return " ".join(format_card(card)[1].upper() + format_card(card)[0].replace("T", "10") for card in cards)


ROOMS: dict[str, Write] = {
    "stars": stars,
    "winamax": winamax,
    "party": party,
    "winning": winning,
    "bovada": bovada,
    "ipoker": ipoker,
}
