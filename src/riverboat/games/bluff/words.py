"""Bids and calls of Bluff in words: names of the game's speaker."""

from riverboat.games.words import DICE_WORDS, bid_in_words, quantity_in_words

__all__ = ["act_in_words", "bid_in_words", "dice_in_words", "done_in_words", "quantity_in_words"]

act_in_words, done_in_words, dice_in_words = DICE_WORDS.act, DICE_WORDS.did, DICE_WORDS.holding
