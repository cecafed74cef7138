"""Games with a partner played to a script, and all that the partner says in them, as text: the golden transcripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from riverboat.agents.stud.agent import StudPlayer
from riverboat.games import Action, CardObservation, CardState, make_game
from riverboat.partner.protocol import Partner, Sentence, make_partner

FOLDER = Path(__file__).parent / "transcripts"
TYPED = (
    "what does he probably have",
    "how do I look to him?",
    "chance of a flush",
    "am I passive here",
    "is he bluffing",
    "does he have two pairs?",
    "does he think I have a straight?",
    "what happened in games like this",
    "what is for dinner",
)


def scripted(kind: str, games: int, *, seed: int = 3) -> Iterator[tuple[CardObservation, Partner, CardState]]:
    """Every decision of the person in some games against the stud agent; he does as advised, but now and then not."""
    partner, opponent = make_partner("stud", kind=kind, seed=seed), StudPlayer(seed=seed + 1)
    for number in range(games):
        state = make_game("stud").start(seed=100 * seed + number, button=number % 2)
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor == 1:
                state.apply(opponent.decide(seen))
                continue
            yield seen, partner, state
            state.apply(own_way(seen, partner, number))
        partner.hand_over(state.observation(0))
        opponent.hand_over(state.observation(1))


def own_way(seen: CardObservation, partner: Partner, number: int) -> Action:
    """What the person does: in every third game he stays in where he is told to fold."""
    advised = partner.advise(seen).action
    if advised.kind == "fold" and number % 3 == 0:
        return Action("call") if "call" in seen.legal_actions.kinds else seen.legal_actions[1]
    return advised


def other_action(seen: CardObservation, advised: Action) -> Action:
    """Something else than advised."""
    return next(action for action in (*seen.legal_actions[:2], seen.legal_actions[-1]) if action != advised)


def messages(seen: CardObservation, partner: Partner) -> Iterator[tuple[str, Sequence[Sentence]]]:
    """Everything that can be heard in one situation: what was asked, and the sentences."""
    advice = partner.advise(seen)
    yield "?", advice.sentences
    other = other_action(seen, advice.action)
    caution = partner.caution(seen, other)
    yield f"about to {other}", caution.sentences if caution else ()
    for question in partner.questions(seen):
        yield question.text, partner.answer(seen, question.key).sentences
    for typed in TYPED:
        yield typed, partner.answer(seen, typed).sentences


def transcript(kind: str, games: int) -> str:
    """A golden transcript, with the numbers of the advice unfolded."""
    lines: list[str] = []
    for seen, partner, _ in scripted(kind, games):
        lines += ["", f"== turn {seen.street + 1}: {seen!r}"]
        for asked, sentences in messages(seen, partner):
            lines.append(f"{asked}")
            lines += [f"    {sentence.text}" for sentence in sentences] or ["    (nothing)"]
            if asked == "?":
                numbers = [number for sentence in sentences for number in sentence.numbers]
                lines += [f"        {number.name} = {number.text} ({number.how})" for number in numbers]
    return "\n".join(lines).strip() + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in ("paper", "plus"):
        (FOLDER / f"stud-{each}.txt").write_text(transcript(each, 2), "utf-8")
