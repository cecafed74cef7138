"""What the partner says at the stud table: every sentence with the numbers that it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.agents.stud.chances import CLASS_NAMES, HandClasses
from riverboat.agents.stud.decision import Assessment, Decision
from riverboat.agents.stud.equations import BLUFF_MARGIN
from riverboat.agents.stud.plus import StudReading
from riverboat.agents.stud.reasons import Why
from riverboat.games import Action, CardObservation
from riverboat.games.words import card_name
from riverboat.modeling.cases import FEATURES, Case
from riverboat.modeling.tendencies import ASSESSMENT, BET, HIDDEN, STEP, Adjustment, BetReading, phrase
from riverboat.partner.protocol import Number, Sentence
from riverboat.partner.texts.numbers import percent
from riverboat.partner.words import number, order_in_words

#: From so far off the middle a tendency is worth a word, and from so far on a change of the chance.
WORTH_A_WORD = 5.0
WORTH_SAYING = 0.02
#: Who sits opposite.
OTHER = "your opponent"
SHOW_LATER = "No card is shown now: from turn 6 on you choose one of your hidden cards."
_NO_RAISE = "no further raise is allowed on this turn"
_STRENGTHS = (
    (0.6, "much stronger than"),
    (0.2, "stronger than"),
    (0.04, "a little stronger than"),
    (0.0, "about as good as"),
)
#: From so far on what chance adds to a bet is worth a word.
SURPRISE = 0.2
#: From this possibility of folding on staying in is the exception.
MOSTLY_FOLDS = 0.4
#: The strongest hand that is worth naming comes at least so often.
WORTH_NAMING = 0.01
_PRICE_OF_STAYING = {
    "few": "and staying in only gets more expensive",
    "middle": "and staying in is not cheap",
    "much": "and they bet a lot",
}
_TURNED = {
    Why.TURN_BEST: "You're behind, so show your scariest card.",
    Why.TURN_ANY: "Your open cards show your hand already, so it doesn't matter which card you show.",
    Why.TURN_WORST: "Your hand is ahead and hidden, so show your most harmless card.",
    Why.TURN_SECOND: (
        "Your hand is ahead and hidden. Now and then I show the second most harmless card, so that they can't read you."
    ),
}


def order(decision: Decision, seen: CardObservation, action: Action) -> Sentence:
    """What to do, with the numbers of the size where there is one."""
    numbers: list[Number] = []
    if action == decision.action and decision.size is not None and decision.bet is not None:
        lower = seen.small_bet
        how = "equation 11: (potential / 9 + 1) / 2" if decision.bluff else "equation 10: (result + 1) / 2 + noise"
        numbers = [
            number("a", decision.size, how),
            number("C_bet", decision.bet, f"equation 9: {lower} + a x ({seen.pot} - {lower})", f"{decision.bet:.1f}"),
        ]
    if decision.potentials:
        numbers = [
            number(f"potential with {card_name(card)}", worth, "equation 7: expected score of your open cards with it")
            for card, worth in decision.potentials
        ]
    return Sentence(order_in_words(action, seen.to_call, "points"), tuple(numbers), claim="order")


def assessed(decision: Decision) -> tuple[Sentence, ...]:
    """How the hands compare, where the figures choose and no rule."""
    found = decision.assessment
    return tuple(filter(None, (strength(found), belief(found))))


def strength(found: Assessment) -> Sentence:
    """How the hands compare by the cards alone."""
    win = found.win
    how = f"{win.wins:,} wins and {win.ties:,} ties (half) in {win.times:,} "
    how += "possible hands of theirs" if win.exact else "games dealt at random"
    sure = "" if win.exact else f" (±{196 * win.error:.1f}%)"
    text = f"By the cards you win {percent(win.rate)} of the time{sure}: your hand is {compared(found.expect)} theirs."
    numbers = (
        number("P_win", win.rate, f"equation 1: {how}", f"{win.rate:.4f}"),
        number("error", win.error, "counted: no error" if win.exact else "standard error of P_win", f"{win.error:.4f}"),
        number("expect", found.expect, "equation 2: 2 (P_win - 0.5)"),
    )
    return Sentence(text, numbers)


def compared(value: float) -> str:
    """A relative strength, -1 to 1, in words."""
    size = next(words for least, words in _STRENGTHS if abs(value) >= least)
    return size if value >= 0 else size.replace("stronger", "weaker")


def belief(found: Assessment) -> Sentence | None:
    """What their last bet and their habits add to that; None where they add nothing worth a word."""
    read = found.bet
    chance = (found.result + 1) / 2
    flips = found.superior != (found.expect >= 0)
    if read is None or (abs(chance - found.win.rate) < WORTH_SAYING and not flips):
        return None
    hand = "a better hand" if read.surprise > 0 else "a worse hand"
    text = f"Their bet speaks for {hand} than their open cards promise: I count {percent(chance)} for you"
    return Sentence(f"{habit(read.adjustment)}{text}.", (*reading_numbers(read), result_number(found)))


def habit(adjusted: Adjustment) -> str:
    """How they have played in such situations, where that is worth a word."""
    if abs(adjusted.tendency - 50) < WORTH_A_WORD:
        return ""
    told = "betting more than their hands were worth" if adjusted.tendency > 50 else "holding more than their bets said"
    return f"In situations like this they have been {phrase(adjusted.tendency)}, {told}. "


def standing(found: Assessment) -> str:
    """Which side of even the assessment falls on."""
    far = "a little " if abs(found.result) < 0.1 else ""
    return f"{far}{'ahead' if found.superior else 'behind'}"


def reading_numbers(read: BetReading) -> tuple[Number, ...]:
    """How a bet is read: what it implies, corrected by the tendency, and how far it is believed."""
    hidden = HIDDEN[read.bet.turn]
    return (
        number("implied", read.bet.implied, "equation 10 backwards: 2 (bet - least) / (most - least) - 1"),
        *adjustment_numbers(read.adjustment),
        number("held", read.held, "equation 4, backwards: implied moved by -infer"),
        number("foreseen", read.bet.foreseen, "the strength of their hand by the open cards alone"),
        number("spread", read.spread, "how far such bets have been from the hands behind them"),
        number("weight", read.weight, f"h2 / (h2 + spread2), h = {hidden}: how much cards hide on this turn"),
        number("trust", read.trust, "how far that has come true, by the hands that were shown"),
    )


def adjustment_numbers(adjusted: Adjustment) -> tuple[Number, ...]:
    """The fuzzy rules that fired, and equation 3."""
    fired = ASSESSMENT.fired(adjusted.degrees)
    rules = tuple(
        number(f"rule {rule.rule + 1}: {rule_in_words(rule.conditions)}", rule.degree, "how strongly the rule fires")
        for rule in fired[:4]
    )
    return (
        *rules,
        number("t", adjusted.tendency, "tendency value of the strongest rule", f"{adjusted.tendency:.1f}"),
        number("C_positive", adjusted.positive, "centre of gravity of the positive conclusion"),
        number("C_negative", adjusted.negative, "centre of gravity of the negative conclusion"),
        number("infer", adjusted.infer, "equation 3: C_positive t / 100 + C_negative (1 - t / 100)"),
    )


def rule_in_words(conditions: Sequence[str]) -> str:
    """The conditions of a rule of Table 2."""
    hand, bet, turn = conditions
    return f"hand {hand}, bet {bet}, turn {turn}"


def result_number(found: Assessment) -> Number:
    """The assessment: equation 2, moved by what their bet says."""
    how = "expect: they have not bet"
    if found.bet is not None:
        how = f"expect - {STEP} sqrt(1 - expect2) x trust x weight x (held - foreseen), within -1 and 1"
    return number("result", found.result, how)


def bet_seen(found: Assessment) -> Sentence | None:
    """The opponent's last bet; None where there was none."""
    share = found.situation.bet
    if not share:
        return None
    degrees = BET.degrees(share)
    word = {"few": "little", "middle": "a middling amount", "much": "a lot"}[_bet_word(found)]
    numbers = [
        number(name, float(degree), "how far their bet belongs to this set")
        for name, degree in zip(BET.words, degrees, strict=True)
    ]
    share_number = number("opponent's bet", share, "their last bet over the pot before it", percent(share))
    return Sentence(f"Their last bet was {percent(share)} of the pot, which is {word}.", (share_number, *numbers))


def _bet_word(found: Assessment) -> str:
    return BET.words[int(BET.degrees(found.situation.bet).argmax())]


def similar_game(case: Case) -> Sentence:
    """What was done in the most similar game, and how it ended."""
    return Sentence(f"{_retold(case)}.", case_numbers(case))


def _retold(case: Case) -> str:
    alike = f"In a situation {percent(case.similarity)} like this one you"
    if case.folded:
        return f"{alike} folded, and {'rightly: your hand was behind' if case.good else 'your hand was in fact ahead'}"
    return f"{alike} went on and {'won' if case.good else 'lost'}"


def case_numbers(case: Case) -> tuple[Number, ...]:
    """A case unfolded."""
    return (
        number("similarity", case.similarity, "equation 6: the mean of 1 - |past - current| over seven features"),
        number("folded", case.folded, "what was done then", "yes" if case.folded else "no"),
        number("turned out well", case.good, "how it ended", "yes" if case.good else "no"),
        *(
            number(name, value, "feature of the past case, 0 to 1")
            for name, value in zip(FEATURES, case.features, strict=True)
        ),
    )


def reason(decision: Decision, seen: CardObservation) -> tuple[Sentence, ...]:
    """Why the paper's rules lead from the assessment to the action."""
    why, found = decision.why, decision.assessment
    if decision.reading is not None:
        return plus_reason(decision, decision.reading, seen)
    if why in _TURNED:
        return (Sentence(_TURNED[why], (result_number(found),)),)
    case = found.case if found.case is not None and found.case.overrules else None
    told = [similar_game(case)] if case is not None and case.folded == decision.folds else []
    said = [_reasons(decision, seen)]
    grounds = told + said if why in (Why.CASE_FOLDS, Why.CASE_STAYS) else said + told
    surprise = _surprise(decision)
    return (*grounds, surprise) if surprise else tuple(grounds)


def plus_reason(decision: Decision, reading: StudReading, seen: CardObservation) -> tuple[Sentence, ...]:
    """The grounds of the kind that goes beyond the paper."""
    kind = decision.action.kind
    numbers = [
        number("chance", reading.chance, "(result + 1) / 2"),
        result_number(decision.assessment),
        number("size", reading.size, "0: the least, 1: all that is allowed"),
    ]
    if seen.to_call:
        odds = number("needs", reading.needs, "the call over the pot after it, and a margin while cards are to come")
        numbers.append(odds)
        just = "just " if reading.needs - reading.chance < 0.02 else ""
        price = f"The call is worth it from {percent(reading.needs)} on"
        full = seen.legal_actions.raise_kind is None
        above = "and you are above that" + (f"; {_NO_RAISE}" if full else ", but not far enough to raise")
        verdict = {
            Why.TOO_DEAR: f"and you are {just}below that: I would give this one up",
            Why.PAYS: above,
            Why.EDGE: "and you are far above that, so raise",
        }[decision.why]
        return (Sentence(f"{price}, {verdict}.", tuple(numbers)),)
    if kind == "bet" and decision.why == Why.LEAST:
        text = "You must bet or fold, and the least bet costs little: they may give up, and if not, you can still fold."
    else:
        most = seen.legal_actions.max_to
        text = f"That is a clear edge: bet {decision.action.amount:,} of the {most:,} points that you may."
    return (Sentence(text, tuple(numbers)),)


def _reasons(decision: Decision, seen: CardObservation) -> Sentence:
    why, found = decision.why, decision.assessment
    bluff_numbers: tuple[Number, ...] = ()
    if decision.their_potential is not None:
        bluff_numbers = (
            number(
                "potential",
                found.potential,
                "equation 7: expected score of your open cards and the best of the others, to them",
            ),
            number("Opp_potential", decision.their_potential, "equation 7 for their open cards, to you"),
            number("margin", BLUFF_MARGIN, "equation 8: a bluff needs so much more"),
        )
    although = f"although you are {standing(found)}"
    again = although if found.superior else f"for you are {standing(found)}"
    texts = {
        Why.SUPERIOR: _go_on(decision, seen),
        Why.CASE_FOLDS: f"That is so much alike that I would fold again, {again}.",
        Why.CASE_STAYS: f"That is so much alike that I would go on again, {although}.",
        Why.INFERIOR: f"You are {standing(found)}, {_PRICE_OF_STAYING[_bet_word(found)]}: I would give this one up.",
        Why.STAYS: f"You are {standing(found)}, but {_why_stay(decision)}{_sized(decision, seen)}.",
        Why.NO_BLUFF: (
            "All cards are dealt and you are behind, and your open cards do not look strong enough to frighten them."
        ),
        Why.BLUFF: (
            "You are behind, but your open cards look much better than theirs: "
            f"{'a large bet' if decision.action.kind in ('bet', 'raise') else 'staying in'} may make them give up."
        ),
    }
    return Sentence(texts[why], (*_fold_numbers(decision), *bluff_numbers, result_number(found)))


def _go_on(decision: Decision, seen: CardObservation) -> str:
    kind, found = decision.action.kind, decision.assessment
    better = "With the better hand I go on" if found.expect >= 0 else "After what their bets say you are ahead: I go on"
    if kind == "call" and seen.legal_actions.raise_kind is None:
        return f"{better}; {_NO_RAISE}."
    if kind == "call" and _noise(decision) < -SURPRISE:
        return f"{better}; now and then I only call with it, so that they can't read you."
    if kind == "call":
        return f"{better}, and the call is about what it is worth."
    return f"{better}{_sized(decision, seen)}."


def _sized(decision: Decision, seen: CardObservation) -> str:
    """How large a bet or raise is, and why; nothing for a call."""
    kind, amount = decision.action
    if kind not in ("bet", "raise") or amount <= seen.legal_actions.min_to:
        return ""
    most = seen.legal_actions.max_to
    if amount >= 0.95 * most:
        return ", and bet about as much as you may"
    return f", and bet what the hand is worth: {amount:,} of the {most:,} points that you may"


def _surprise(decision: Decision) -> Sentence | None:
    """A word where chance moved the size of a bet far from what the hand is worth."""
    if decision.size is None or decision.bluff or decision.action.kind not in ("bet", "raise"):
        return None
    noise = _noise(decision)
    if abs(noise) < SURPRISE:
        return None
    than = "more" if noise > 0 else "less"
    return Sentence(
        f"That is {than} than the hand is worth: now and then I do that, so that they can't read you.",
        (number("noise", noise, "equation 10: normal, with mean 0, kept within the limits"),),
    )


def _noise(decision: Decision) -> float:
    """What chance added to the size of a bet."""
    return (decision.size or 0.0) - (decision.assessment.result + 1) / 2


def _why_stay(decision: Decision) -> str:
    found = decision.assessment
    if decision.fold is not None and decision.fold.value >= MOSTLY_FOLDS:
        return "now and then I stay in where I would mostly fold, so that they can't read you"
    if _bet_word(found) == "few":
        why = "they bet little so far" if found.situation.bet else "they have not bet yet"
    else:
        why = "it is early, and much can change" if found.situation.turn <= 3 else "not so far that you must give up"
    return f"{why}: I would stay in"


def _fold_numbers(decision: Decision) -> tuple[Number, ...]:
    if decision.fold is None:
        return ()
    rules = tuple(
        number(f"rule: {rule_in_words(rule.conditions)}", rule.degree, f"possibility of folding {rule.conclusion}")
        for rule in decision.fired[:3]
    )
    drawn = (number("draw", decision.draw, "fold where the possibility is above it"),) if decision.draw else ()
    return (number("possibility of folding", decision.fold.value, "centre of gravity of the rules"), *rules, *drawn)


#: By whose hand it is: before and after the last card; the strongest hand; one that can't be.
_LIKELY = {
    "yours": ("You most likely end with", "You most likely have"),
    "his": ("They most likely end with", "They most likely have"),
    "yours to him": ("To them it looks as if you most likely end with", "To them it looks as if you most likely have"),
}
_STRONGEST = {
    "yours": "The strongest hand to hope for is",
    "his": "The strongest hand to reckon with is",
    "yours to him": "The strongest hand that they must reckon with is",
}
_ONE = {
    "yours": ("You end with", "You have"),
    "his": ("They end with", "They have"),
    "yours to him": ("As they see it you end with", "As they see it you have"),
}
_NEVER = {
    "yours": ("You can't end with", "You don't have"),
    "his": ("They can't end with", "They can't have"),
    "yours to him": ("They know that you can't end with", "They know that you can't have"),
}


def classes(whose: str, found: HandClasses, *, dealt: bool) -> tuple[Sentence, ...]:
    """Which hand is likeliest, and the strongest that comes often enough to name. `dealt`: no card is to come."""
    numbers = class_numbers(found)
    likely = found.likeliest
    if found.times == 1:
        return (Sentence(f"You have {CLASS_NAMES[likely]}; all your cards are dealt.", numbers),)
    first = Sentence(f"{_LIKELY[whose][dealt]} {CLASS_NAMES[likely]} ({percent(found.chances[likely])}).", numbers)
    best = max(score for score, chance in enumerate(found.chances) if chance >= min(WORTH_NAMING, max(found.chances)))
    if best <= likely:
        return (first,)
    return (first, Sentence(f"{_STRONGEST[whose]} {CLASS_NAMES[best]} ({percent(found.chances[best])}).", numbers))


def one_class(whose: str, found: HandClasses, score: int, *, dealt: bool) -> Sentence:
    """The chance of one class, and of that or better."""
    name, chance = CLASS_NAMES[score], found.chances[score]
    better = sum(found.counts[score:]) / found.times
    numbers = (
        *class_numbers(found, only=score),
        number(f"{name} or better", better, "the sum over this class and those above", percent(better)),
    )
    if not chance:
        return Sentence(f"{_NEVER[whose][dealt]} {name}.", numbers)
    if chance == 1:
        return Sentence(f"{_ONE[whose][dealt]} {name} for certain.", numbers)
    more = f", and that or better {percent(better)}" if 0 < score < 9 and better > chance else ""
    return Sentence(f"{_ONE[whose][dealt]} {name} {percent(chance)} of the time{more}.", numbers)


def class_numbers(found: HandClasses, only: int | None = None) -> tuple[Number, ...]:
    """The chance of each class, or of one."""
    return tuple(
        number(
            CLASS_NAMES[score],
            chance,
            f"{found.counts[score]:,} of {found.times:,} "
            + ("possible hands" if found.exact else f"hands dealt at random, ± {196 * found.error(score):.2f} %"),
            percent(chance),
        )
        for score, chance in enumerate(found.chances)
        if only is None or score == only
    )


def tendency(who: str, adjusted: Adjustment, fired: float) -> Sentence:
    """Table 3's phrase for a situation."""
    numbers = (
        number("t", adjusted.tendency, "tendency value of the rule that fires most here", f"{adjusted.tendency:.1f}"),
        number("seen", int(fired), "bets that were watched in situations of this rule"),
        *adjustment_numbers(adjusted)[:3],
    )
    if not fired:
        return Sentence(
            f"I haven't seen {'you' if who == 'You' else 'them'} bet in a situation like this yet, "
            "so I assume an average player.",
            numbers,
        )
    text = f"{who} tend to be {phrase(adjusted.tendency)} in situations like this ({adjusted.tendency:.0f} of 100)."
    return Sentence(text, numbers)


def similar_games(cases: Sequence[Case]) -> tuple[Sentence, ...]:
    """The most similar cases, each with how it ended."""
    if not cases:
        return (Sentence("You haven't played a hand like this yet."),)
    return tuple(Sentence(f"{_retold(case)}.", case_numbers(case)) for case in cases[:3])
