"""Ways through a spot: `check, bet 100, call, 2s, check`, actions and cards in the order in which they come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from riverboat.cards.cards import format_card, parse_cards
from riverboat.errors import CardError, GameError, did_you_mean
from riverboat.solving.spots.betting import BettingNode, NodeKind
from riverboat.solving.spots.locks import names_action
from riverboat.solving.spots.spot import Spot
from riverboat.solving.spots.vectors.deals import PLAIN, SUIT_ORDERS, Runout, move_card
from riverboat.solving.spots.vectors.vector_game import VectorGame

ANY = "*"


@dataclass(frozen=True)
class Place:
    """A node of the tree of bets on a board. Where a like card was solved, `orders` lead from it to this one."""

    node: BettingNode
    board: tuple[int, ...]
    words: tuple[str, ...] = ()
    street: int = 0  # counted from the first of the spot
    branch: int | None = None
    last: int | None = None
    orders: tuple[int, ...] = ()

    @property
    def path(self) -> str:
        """The way here, as it is written."""
        return ", ".join(self.words)


def find_place(spot: Spot, game: VectorGame, path: str) -> Place:
    """The node at the end of a way in which every card is named."""
    places = list(find_places(spot, game, path))
    if len(places) != 1:
        raise GameError(f'"{path}" leads to {len(places)} nodes: name the card for each "{ANY}"')
    return places[0]


def find_places(spot: Spot, game: VectorGame, path: str) -> Iterator[Place]:
    """All nodes at the end of a way; `*` stands for any card, of which those that are solved are taken."""
    places = [first_place(spot, game)]
    for word in (piece.strip() for piece in path.split(",")):
        if word:
            places = [after for place in places for after in _follow(spot, game, place, word)]
    yield from places


def first_place(spot: Spot, game: VectorGame) -> Place:
    """Where the spot begins."""
    place = Place(game.parts[0].betting[0], spot.board)
    if len(game.parts) == 1:
        return replace(place, branch=0, last=0)
    return replace(place, branch=0) if len(game.parts) == 2 else place


def _follow(spot: Spot, game: VectorGame, place: Place, word: str) -> Iterator[Place]:
    if place.node.kind > NodeKind.DEAL:
        raise GameError(f'nothing comes after "{place.path}": the hand is over there')
    if place.node.kind <= NodeKind.IP:
        yield _act(spot, place, word)
    elif word == ANY:
        for runout in _cards_to_come(game, place):
            yield deal_card(game, place, runout.card)
    else:
        yield deal_card(game, place, _card(place, word))


def _act(spot: Spot, place: Place, word: str) -> Place:
    actions = place.node.actions
    exact = [at for at, action in enumerate(actions) if names_action(word, action)]
    if word.lower() in ("all-in", "allin", "a"):
        exact = [at for at, child in enumerate(place.node.children) if _is_all_in(spot, place.node, child)]
    if len(exact) != 1:
        many = "could be several of them" if exact else "is none of them"
        there = ", ".join(actions)
        where = f'after "{place.path}"' if place.words else "at the start"
        raise GameError(f'"{word}" {many}{did_you_mean(word, actions)}: {where} there are {there}')
    at = exact[0]
    return replace(place, node=place.node.children[at], words=(*place.words, actions[at]))


def _is_all_in(spot: Spot, node: BettingNode, child: BettingNode) -> bool:
    """Whether an action bets or raises all that can be lost."""
    return max(child.paid) > max(node.paid) and max(child.paid) > spot.effective_stack - 0.005


def _card(place: Place, word: str) -> int:
    try:
        cards = parse_cards(word)
    except CardError:
        cards = ()
    if len(cards) != 1:
        raise GameError(f'"{word}" is not a card, and after "{place.path}" one is dealt: name it, as 2s')
    if cards[0] in place.board:
        raise GameError(f"{format_card(cards[0])} cannot be dealt: it lies on the board")
    return cards[0]


def cards_to_come(game: VectorGame, place: Place) -> list[int]:
    """The cards that can be dealt at a place."""
    return [card for card in range(52) if card not in place.board] if place.node.kind == NodeKind.DEAL else []


def _cards_to_come(game: VectorGame, place: Place) -> Iterator[Runout]:
    if place.branch is None:
        yield from (branch.before for branch in game.deal.branches if branch.before is not None)
    else:
        yield from (last for last in game.deal.branches[place.branch].last if last is not None)


def deal_card(game: VectorGame, place: Place, card: int) -> Place:
    """The place after a card."""
    solved = card
    for order in place.orders:
        solved = move_card(solved, inverse(order))
    known = list(_cards_to_come(game, place))
    at, order = next((at, dict(each.alike)[solved]) for at, each in enumerate(known) if solved in dict(each.alike))
    after = replace(
        place,
        node=place.node.children[0],
        board=(*place.board, card),
        words=(*place.words, format_card(card)),
        street=place.street + 1,
        orders=(*place.orders, order),
    )
    return replace(after, branch=at) if place.branch is None else replace(after, last=at)


def inverse(order: int) -> int:
    """The order of suits that undoes another."""
    if order == PLAIN:
        return PLAIN
    back = [0] * 4
    for suit, to in enumerate(SUIT_ORDERS[order]):
        back[to] = suit
    return SUIT_ORDERS.index(tuple(back))
