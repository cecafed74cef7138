"""A partner that remembers its player: what it learns is kept in the store after every hand."""

from __future__ import annotations

from typing import Any

from riverboat.agents.partner import make_partner
from riverboat.cards.randomness import Seed
from riverboat.records.partner_memory import keep_memory, read_memory
from riverboat.records.store import Store


class KeptPartner:
    """The partner of one player at one game, with all it has learnt before; ask `partner` for advice."""

    def __init__(self, store: Store, game: str, player: str, *, kind: str | None = None, seed: Seed = 0) -> None:
        self._store, self._game, self._player = store, game, player
        state = read_memory(store, player, game)
        self.partner = make_partner(game, kind=kind, seed=seed, state=state)
        self._known = len(state["cases"]) if state else 0

    def hand_over(self, observation: Any) -> None:
        """Let it learn from a hand that is over, and keep that."""
        self.partner.hand_over(observation)
        self._known = keep_memory(self._store, self._player, self._game, self.partner.save_state(), known=self._known)
