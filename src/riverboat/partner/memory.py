"""A partner that remembers its player: what it learns is kept in the store after every hand."""

from __future__ import annotations

from typing import Any

from riverboat.cards.randomness import Seed
from riverboat.partner.protocol import make_partner
from riverboat.records.store.hand_store import Store
from riverboat.records.store.partner_memory import keep_memory, read_memory

#: Under which key the store has how many hands of which event are learnt.
_HEARD = "heard"


class KeptPartner:
    """The partner of one player at one game, with all it has learnt before; ask `partner` for advice."""

    def __init__(
        self,
        store: Store,
        game: str,
        player: str,
        *,
        kind: str | None = None,
        seed: Seed = 0,
        place: str | None = None,
    ) -> None:
        """`place` is the table of the page where it learns."""
        self._store, self._game, self._player, self._place = store, game, player, place
        state = read_memory(store, player, game)
        self.partner = make_partner(game, kind=kind, seed=seed, state=state)
        self._known = len(state["cases"]) if state else 0
        self._heard: dict[str, int] = dict(state.get(_HEARD, {})) if state else {}

    def hand_over(self, observation: Any) -> None:
        """Let it learn from a hand that is over, and keep that."""
        self.partner.hand_over(observation)
        self._keep()

    def hear(self, observation: Any, event: str, number: int) -> None:
        """Let it learn from a numbered hand of an event, where it has not learnt from that one before."""
        if number <= self._heard.get(event, 0):
            return
        self._heard[event] = number
        self.hand_over(observation)

    def _keep(self) -> None:
        state = self.partner.save_state()
        if set(state) == {"cases"} and not state["cases"]:
            return  # a partner that keeps nothing has to hear the hands of its table again
        heard = {_HEARD: self._heard} if self._heard else {}
        self._known = keep_memory(
            self._store, self._player, self._game, {**state, **heard}, known=self._known, place=self._place
        )
