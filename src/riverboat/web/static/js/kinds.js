// What the page needs of a kind of game. The server says what a game is played with ("cards" or "dice"), and the page
// asks here; which game it is, it need not know.
import { Controls } from "./controls.js";
import { BidControls, DiceFelt } from "./dice.js";
import { signed } from "./dom.js";
import { Felt } from "./felt.js";

/**
 * @typedef {object} FeltShape  A table as it is drawn: `new Kind(names, { scored, you })`.
 * @property {HTMLElement} element
 * @property {(now: object, more?: { nets?: number[] | null }) => void} show  Draw a snapshot.
 * @property {(now: object) => string} verdict  How the hand ended, in words.
 * @property {(before: object | null, now: object, settled: boolean) => string[]} news  What a screen reader hears.
 *
 * @typedef {import("./controls.js").ActionPanel} ControlsShape  What may be done: `new Kind({ onAct, onDeal })`.
 *
 * @typedef {object} Kind
 * @property {new (names: string[], more?: object) => FeltShape} Felt
 * @property {new (told: object) => ControlsShape} Controls
 */

/** @type {Record<string, Kind>} */
export const KINDS = {
  cards: {
    Felt,
    Controls,
    dealt: "The cards are dealt.",
    format: "PHH",
    nothing: signed(0),
    watch: ["Deal five hands", "Dealing …", "Loki's view"],
    keys: [["F", "fold"], ["C or K", "check or call"], ["B or R", "bet or raise"],
      ["↑ ↓", "a larger or smaller amount"], ["I", "bring in (stud)"],
      ["1 2 3", "the card to turn (stud)"], ["N", "next hand"]],
    hint: "A raise names the total that your bet goes to. The round D is the dealer's button.",
    mistakes: "The biggest mistake first. What it cost is counted by your chance to win and the pot alone: nothing "
      + "more is bet, and one opponent calls a bet.",
    noBeliefs: "Nobody at this table keeps a model of you. loki-f, evolving and adaptive do at Hold'em, stud at the "
      + "partner's stud.",
    figures: [
      ["vpip", "VPIP", "put chips in of one's own will before the flop or on the first street", 1],
      ["pfr", "PFR", "bet or raised on the first street", 1],
      ["aggression_factor", "AF", "bets and raises for each call, on later streets", 6],
      ["went_to_showdown", "WTSD", "went to showdown, of hands that saw the second street", 1],
      ["won_at_showdown", "W$SD", "won at showdown", 1],
    ],
  },
  dice: {
    Felt: DiceFelt,
    Controls: BidControls,
    dealt: "The dice are rolled.",
    format: "JSON",
    nothing: "you were out",
    watch: ["Roll five rounds", "Rolling …", "The partner's view"],
    keys: [["C", "call Bluff"], ["B", "bid"], ["↑ ↓", "more or fewer dice"], ["1 … 6", "the face"],
      ["N", "next round"]],
    hint: "A bid says: at least so many dice under all cups show this face, wild ones counted. A bid of wild dice "
      + "outranks every plain bid of fewer than twice as many.",
    mistakes: "The biggest mistake first. What a bid gives away is counted one step ahead, from −1 (the round is lost) "
      + "to 1 (it is won).",
    noBeliefs: "Nothing: the players of Bluff go by the dice and the bids of the round, and remember nobody.",
    figures: [
      ["rounds_won", "rounds won", "of the rounds played", 1],
      ["bids_true", "true bids", "bids that were true when the cups were lifted", 1],
      ["calls_right", "right calls", "calls that won the round", 1],
    ],
  },
};

// A word as a sentence begins with it.
export const capital = (word) => word[0].toUpperCase() + word.slice(1);
