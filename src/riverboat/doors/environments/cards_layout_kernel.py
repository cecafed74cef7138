"""How hands of cards look to a learner: where each field of an observation stands, and which actions have a number.

One record says it all to compiled code; `card_encoder` fills it and tells the fields in words.
"""

from __future__ import annotations

from riverboat.games.engine.layout_kernel import packed

#: Actions of every card game: fold; check, call or bring-in; the smallest bet or raise.
FOLD_AT, PASSIVE_AT, SMALLEST_AT = 0, 1, 2
#: This many sizes between the smallest and the largest bet can stand in a menu.
MOST_SIZES = 12
#: A field that the game does not have.
ABSENT = -1

#: Places are those of the first number of a field; ABSENT where there is none.
CODE = packed(
    [
        ("sizes", "f8", MOST_SIZES),  # shares of the pot after a call
        ("scale", "f8"),  # an amount in chips times this is what is written
        ("most", "f8"),  # and at most this
        ("rounded", "f8"),  # 0.5 where whole numbers are written
        ("reward", "f8"),  # winnings in the rules' unit times this are a reward
        ("width", "i8"),
        ("actions", "i8"),
        ("n_sizes", "i8"),
        ("largest", "i8"),  # the number of the action that bets all that is allowed
        ("reveal", "i8"),  # the number of the action that turns the first card of the deck
        ("own", "i8"),
        ("board", "i8"),
        ("open", "i8"),
        ("street", "i8"),
        ("position", "i8"),
        ("is_in", "i8"),
        ("all_in", "i8"),
        ("bet", "i8"),
        ("paid", "i8"),
        ("stack", "i8"),
        ("pot", "i8"),
        ("to_call", "i8"),
        ("raises", "i8"),
        ("calls", "i8"),
        ("highest", "i8"),
        ("needed", "i8"),  # cards that a hand can use
        ("place", "u1", 52),  # of a card in the deck
    ]
)
