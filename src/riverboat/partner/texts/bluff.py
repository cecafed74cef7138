"""What the partner says of dice and bids: every sentence with the numbers that it rests on."""

from __future__ import annotations

from collections.abc import Mapping

from riverboat.agents.bluff import odds as bluff_odds
from riverboat.agents.bluff.equilibrium import belief, chance_in_equilibrium
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BLUFF, CHECK, BluffObservation, bid_of
from riverboat.games.words import DICE_WORDS, bid_in_words, listed, quantity_in_words
from riverboat.partner.protocol import Number, Sentence
from riverboat.partner.texts.numbers import percent
from riverboat.partner.words import number
from riverboat.solving.bluff.strategy import BluffStrategies

#: At most this many actions are named in a sentence.
_MOST_NAMED = 4


def order(action: Action, *numbers: Number) -> Sentence:
    """What to do."""
    words = DICE_WORDS.act(action)
    return Sentence(f"{words[0].upper()}{words[1:]}.", numbers)


def _share(action: Action, chance: float) -> Number:
    return Number(DICE_WORDS.act(action), chance, percent(chance), "how often the solved strategy does this here")


def mixed(chances: Mapping[Action, float]) -> Sentence:
    """What the solved strategy does with these dice."""
    played = sorted(((p, action) for action, p in chances.items() if p > 0), key=lambda pair: (-pair[0], pair[1]))
    numbers = tuple(_share(action, p) for p, action in played)
    if played[0][0] > 0.995:
        return Sentence(f"With your dice the solved strategy always {_does(played[0][1])} here.", numbers)
    told = [f"{_does(action)} {percent(p)} of the time" for p, action in played[:_MOST_NAMED] if p >= 0.005]
    rest = ", and other bids rarely" if len(told) < sum(p >= 0.005 for p, _ in played) else ""
    return Sentence(
        f"With your dice the solved strategy {listed(told)}{rest}. I picked one of these at random.", numbers
    )


def _does(action: Action) -> str:
    verb, _, rest = DICE_WORDS.act(action).partition(" ")
    return f"{verb}s {rest}"


def truth(solved: BluffStrategies, seen: BluffObservation, bid: Bid) -> Sentence:
    """How likely a bid is true, judged by how the other has bid."""
    if not belief(solved, seen).expected:
        nothing = "Nobody who plays the solved strategy bids like that, so it says nothing of their dice"
        return Sentence(f"{nothing}; {_by_odds(seen, bid)}.", _odds_numbers(seen, bid))
    chance = chance_in_equilibrium(solved, seen, bid)
    how = "their rolls by Bayes' rule from their bids, if they play the solved strategy"
    numbers = [
        number("true", chance, how, percent(chance)),
        number("false", 1 - chance, "1 - true", percent(1 - chance)),
    ]
    text = f"If the other plays the solved strategy, {bid_in_words(bid)} is true {percent(chance)} of the time"
    if seen.rules.check:
        exact = chance_in_equilibrium(solved, seen, bid, exact=True)
        numbers.append(number("exactly right", exact, how, percent(exact)))
        text += f", and exactly right {percent(exact)}"
    return Sentence(f"{text}.", tuple(numbers))


def _by_odds(seen: BluffObservation, bid: Bid) -> str:
    return f"by the odds alone {bid_in_words(bid)} is true {percent(bluff_odds.chance_true(seen, bid))} of the time"


def odds_of(seen: BluffObservation, bid: Bid) -> Sentence:
    """How likely a bid is true by the odds alone, with what one holds oneself."""
    unseen, own = bluff_odds.unseen_dice(seen), bluff_odds.own_count(seen, bid.face)
    have = f"You hold {quantity_in_words(own)} that count{'s' * (own == 1)}" if own else "You hold none that counts"
    need = bid.quantity - own
    text = f"{have}: {_by_odds(seen, bid)}."
    if 0 < need <= unseen:
        which = f"{quantity_in_words(need)} of the other {unseen} dice" if unseen > 1 else "the other die"
        text = f"{have}, so {which} must: {_by_odds(seen, bid)}."
    elif need <= 0:
        text = f"You hold enough yourself: {bid_in_words(bid)} is true, whatever the others have."
    return Sentence(text, _odds_numbers(seen, bid))


def _odds_numbers(seen: BluffObservation, bid: Bid) -> tuple[Number, ...]:
    unseen, own = bluff_odds.unseen_dice(seen), bluff_odds.own_count(seen, bid.face)
    chance, die = bluff_odds.chance_true(seen, bid), bluff_odds.die_chance(seen.rules.table, bid.face)
    need = max(bid.quantity - own, 0)
    found = [
        number("own", own, "your dice that count as the face, wild ones too"),
        number("unseen", unseen, "dice of the others"),
        number("each", die, "how likely one of them counts", percent(die)),
        number("true by the odds", chance, f"binomial: at least {need} of {unseen}", percent(chance)),
    ]
    if seen.rules.check or seen.rules.has_spot_on:
        exact = bluff_odds.chance_exact(seen, bid)
        found.append(number("exactly right by the odds", exact, f"binomial: {need} of {unseen}", percent(exact)))
    trusted = bluff_odds.chance_believed(seen, bid)
    if trusted != chance:
        how = f"a player who has bid the face is believed to hold one: {percent(bluff_odds.TRUST)} of the way"
        found.append(number("true, bids believed a little", trusted, how, percent(trusted)))
    return tuple(found)


def exactly(seen: BluffObservation, bid: Bid) -> Sentence:
    """How likely a bid is exactly right, and what it is worth to call that."""
    chance = bluff_odds.chance_exact(seen, bid)
    text = f"By the odds alone {bid_in_words(bid)} is exactly right {percent(chance)} of the time"
    if seen.rules.has_spot_on and not seen.rules.can_win_back(seen.seat):
        text += ", and you have no die to win back"
    elif chance < 0.5:
        text += ": a call that it is would more often be wrong"
    return Sentence(f"{text}.", _odds_numbers(seen, bid))


def rules(seen: BluffObservation, usual: str) -> str:
    """The rules in two minutes, with those that are played beyond the paper's."""
    played = seen.rules
    told = [usual]
    if played.order == "aces" and not played.special:
        told.append(
            f"Dice that show {played.wild} are aces: they count as every face. A bid of them needs half as many dice "
            "as the bid before, rounded up; back from them it needs twice as many and one more."
        )
    if played.opening == "no-aces" and not played.special:
        told.append("Nobody may open with them.")
    if played.changing == "rising":
        told.append("A higher bid may not name a lower face.")
    if played.has_spot_on:
        who = "Anybody but the bidder" if played.spot_on == "anybody" else "Whoever's turn it is"
        told.append(f"{who} may call spot-on: a caller who is exactly right wins a die back, and otherwise loses one.")
    if played.special:
        changes = "only players with one die may change it" if played.palifico == "one-die" else "nobody may change it"
        told.append(f"This round is a palifico: no face is wild, and of the face that was bid first {changes}.")
    return " ".join(told)


def likely_bids(seen: BluffObservation, solved: BluffStrategies | None) -> Sentence:
    """Each bid that can be made, with how likely it is true."""
    known = solved is not None and belief(solved, seen).expected
    found = []
    for action in seen.legal_actions:
        if action not in (BLUFF, CHECK):
            bid = bid_of(action)
            plain = bluff_odds.chance_true(seen, bid)
            found.append((chance_in_equilibrium(solved, seen, bid) if known and solved is not None else plain, bid))
    source = "against the solved strategy" if known else "by the odds alone"
    lowest, best = found[0], max(found, key=lambda pair: pair[0])
    text = f"The lowest bid, {bid_in_words(lowest[1])}, is true {percent(lowest[0])} of the time {source}"
    if best[1] != lowest[1] and best[0] > lowest[0]:
        text += f"; the surest is {bid_in_words(best[1])} with {percent(best[0])}"
    numbers = tuple(
        Number(str(bid), chance, percent(chance), f"how likely it is true, {source}") for chance, bid in found
    )
    return Sentence(f"{text}.", numbers)


def their_dice(seen: BluffObservation, solved: BluffStrategies | None) -> Sentence:
    """What the others may hold."""
    if solved is None:
        unseen = bluff_odds.unseen_dice(seen)
        die = bluff_odds.die_chance(seen.rules.table, 1 if seen.rules.table.wild != 1 else 2)
        return Sentence(
            f"I can't tell. Each of the {unseen} hidden dice matches with a chance of {percent(die)}.",
            (number("unseen", unseen, "dice of the others"), number("each", die, "one die", percent(die))),
        )
    found = belief(solved, seen)
    rolls = sorted(found.chances.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [f"{DICE_WORDS.holding(roll)} ({percent(p)})" for roll, p in rolls[:3] if p > 0]
    why = (
        "if they play the solved strategy" if found.expected else "their bids say nothing, so it is as at the beginning"
    )
    numbers = tuple(
        Number(DICE_WORDS.holding(roll), p, percent(p), "the roll's own chance times how often it would be bid so")
        for roll, p in rolls[:12]
    )
    return Sentence(f"Most likely they have {listed(told) if len(told) > 1 else told[0]}: {why}.", numbers)
