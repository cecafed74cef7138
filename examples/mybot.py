"""A bot in ten lines: riverboat match examples/mybot.py:MyBot tight-aggressive"""

from riverboat.games import Action, CardObservation


class MyBot:
    """Calls with an ace or a pair, folds the rest."""

    remembers = False  # so that every deal counts by itself

    def decide(self, seen: CardObservation) -> Action:
        """Look at the two hole cards and choose."""
        first, second = (card // 4 for card in seen.own_cards)  # 0 is a deuce, 12 an ace
        wanted = first == second or 12 in (first, second)
        choices = ("check", "call") if wanted else ("check", "fold")
        return next(action for action in seen.legal_actions if action.kind in choices)
