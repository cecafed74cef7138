"""What words mean, and the rules of each game in two minutes."""

from __future__ import annotations

from collections.abc import Mapping

#: By the word as it is asked for, in small letters.
TERMS: Mapping[str, str] = {
    "big blind": "The big blind is the larger forced bet that the second player after the button puts in before cards.",
    "small blind": "The small blind is the smaller forced bet that the first player after the button puts in.",
    "blind": "Blinds are forced bets that two players put in before the cards are dealt, so that there is a pot.",
    "ante": "An ante is what everyone puts into the pot before the cards are dealt.",
    "kicker": "A kicker is a side card that decides between hands that are otherwise equal, such as two pairs of aces.",
    "vpip": "VPIP is how often a player chooses to put chips in before the flop: low is tight, high is loose.",
    "pfr": "PFR is how often a player raises before the flop.",
    "aggression": "The aggression factor is bets and raises for every call.",
    "equity": "Your equity is your share of the pot on average: how often you would win if no more were bet.",
    "pot odds": "Pot odds are what a call costs compared with what it can win: 10 to win 30 needs one win in four.",
    "out": "An out is a card still to come that would give you the winning hand.",
    "outs": "Outs are cards still to come that would give you the winning hand.",
    "pot": "The pot is all chips that have been bet in this hand.",
    "button": "The button marks the dealer, who acts last after the flop; it moves on after every hand.",
    "flop": "The flop is the first three shared cards, dealt together.",
    "turn": "The turn is the fourth shared card.",
    "river": "The river is the fifth and last shared card.",
    "showdown": "At the showdown those who are still in show their cards, and the best five win.",
    "check": "To check is to pass without betting, where there is nothing to call.",
    "call": "To call is to match the bet.",
    "raise": "To raise is to bet more than the last bet.",
    "fold": "To fold is to give up the hand and what you have bet on it.",
    "all in": "All-in means that all your chips are in the pot.",
    "bluff": "A bluff is a bet with a weak hand that hopes for a fold; with dice, calling Bluff doubts the last bid.",
    "semi bluff": "A semi-bluff is a bet with a hand that is behind but can improve.",
    "draw": "A draw is a hand that one more card would make: four to a flush is a flush draw.",
    "position": "Position is when you act: players who act later know more.",
    "range": "A range is every hand that a player may hold, with how likely each is.",
    "ev": "EV is expected value: what an action brings on average.",
    "flush": "A flush is five cards of one suit.",
    "straight": "A straight is five cards in a row.",
    "pair": "A pair is two cards of one rank.",
    "two pair": "Two pair is two cards of one rank and two of another.",
    "three of a kind": "Three of a kind is three cards of one rank.",
    "set": "A set is three of a kind with two of them in your hand.",
    "full house": "A full house is three cards of one rank and two of another.",
    "four of a kind": "Four of a kind is all four cards of one rank.",
    "straight flush": "A straight flush is five cards in a row of one suit.",
    "wild": "A wild die counts as every face.",
    "ace": "At Perudo the wild face, mostly the one, is called an ace. Bids of aces need about half as many dice.",
    "dudo": "Dudo, I doubt, is what players of Perudo say when they call Bluff.",
    "calza": "Calza is another word for spot-on: the last bid is exactly right.",
    "spot on": "To call spot-on is to say that the last bid is exactly right: it wins a die back, or loses one.",
    "palifico": (
        "A palifico is the round after a player has come down to one die for the first time: they open it, nothing is "
        "wild, and the face stays."
    ),
    "bid": "A bid says how many dice of one face lie under all cups together; each must be higher than the last.",
}
RULES: Mapping[str, str] = {
    "holdem-limit": (
        "You get two cards of your own; five shared cards come as three, one and one. There is betting before and "
        "after each. The best five of your seven cards win. Bets have a fixed size, at most four a street."
    ),
    "holdem-nolimit": (
        "You get two cards of your own; five shared cards come as three, one and one. There is betting before and "
        "after each. The best five of your seven cards win. You may bet any amount up to all you have."
    ),
    "stud": (
        "You get seven cards over five turns, some of them open. Then each of you shows hidden cards of their own "
        "choice. Whoever is first on a turn must bet or fold, and bets go up to the pot. The best five of seven win."
    ),
    "bluff": (
        "Everyone rolls dice under a cup. In turn you bid how many dice of one face lie under all cups together, each "
        "bid higher than the last, or you doubt the last bid. If there are fewer than it said, the doubter wins; else "
        "the bidder."
    ),
}
