"""A whole hand played as somebody tells it: every move at once, as long as each is what the rules expect."""

from __future__ import annotations

from riverboat.games.engine.betting_kernel import apply_action
from riverboat.games.engine.layout_kernel import BET, CALL, CHECK, DONE, FOLD, RAISE, Int, Record
from riverboat.kernel import kernel

#: What stands in a row, before it is played and after.
SEAT, STREET, KIND, AMOUNT = range(4)
#: A street, and the price of a call, that are not told.
ANY_STREET, ANY_PRICE = -1, -1


@kernel
def play_told(hands: Record, rules: Record, told: Record) -> Int:
    """Play rows of seat, street, kind and amount; how many fit before one does not.

    The amount of a call is what it costs (ANY_PRICE where that is not told), of a bet what it adds, of a raise the
    total. A row that is played then holds the street and the action as the rules name them: BET or RAISE with its
    total, other kinds without an amount.
    """
    h, r = hands[0], rules[0]
    for at in range(len(told)):
        seat, street, kind, amount = told[at, SEAT], told[at, STREET], told[at, KIND], told[at, AMOUNT]
        if h.actor != seat or (street != ANY_STREET and h.street != street):
            return at
        told[at, STREET] = h.street
        if kind == FOLD or kind == CHECK:
            amount = 0
        elif kind == CALL:
            if amount != h.to_call and amount != ANY_PRICE:
                return at
            amount = 0
        else:
            if kind == BET:
                amount += h.bet[seat]
            if h.to_call > 0 and amount - h.bet[seat] <= h.to_call:
                return at
            kind = RAISE if (h.legal >> RAISE) & 1 else BET
        if apply_action(h, r, kind, amount) != DONE:
            return at
        told[at, KIND] = kind
        told[at, AMOUNT] = amount
    return len(told)
