"""A bot at dice in ten lines: riverboat match examples/bluffbot.py:BluffBot bluff-odds --game bluff"""

from riverboat.games import Action, BluffObservation


class BluffBot:
    """Calls what its own dice and an average share of the others' do not support, else bids as low as it can."""

    remembers = False  # so that every deal counts by itself

    def decide(self, seen: BluffObservation) -> Action:
        """Count the dice that support the last bid."""
        bid, table = seen.last_bid, seen.rules.table
        hidden = sum(table.dice) - len(seen.roll or ())
        if bid and table.count(seen.roll or (), bid.face) + 2 * hidden / table.faces < bid.quantity:
            return Action("bluff")
        return seen.legal_actions[0]
