// What the page needs of a kind of game. The server says what a game is played with ("cards" or "dice"), and the page
// asks here; which game it is, it need not know.
import { Controls } from "./controls.js";
import { BidControls, DiceFelt } from "./dice.js";
import { Felt } from "./felt.js";
import { KIND_WORDS } from "./texts/page.js";
import { KEYS } from "./texts/table.js";

/**
 * @typedef {object} FeltShape  A table as it is drawn: `new Kind(names, { scored, you, onSeat })`.
 * @property {HTMLElement} element
 * @property {(now: object, more?: { nets?: number[] | null }) => void} show  Draw a snapshot.
 * @property {(now: object) => string} verdict  How the hand ended, in words.
 * @property {(before: object | null, now: object, settled: boolean) => string[]} news  What a screen reader hears.
 *
 * @typedef {import("./controls.js").ActionPanel} ControlsShape  What may be done: `new Kind({ onAct, onDeal,
   onSkip })`.
 *
 * @typedef {object} Kind
 * @property {new (names: string[], more?: object) => FeltShape} Felt
 * @property {new (told: object) => ControlsShape} Controls
 */

/** @type {Record<string, Kind>} */
export const KINDS = {
  cards: { Felt, Controls, keys: KEYS.cards, hint: KEYS.cardsHint, ...KIND_WORDS.cards },
  dice: { Felt: DiceFelt, Controls: BidControls, keys: KEYS.dice, hint: KEYS.diceHint, ...KIND_WORDS.dice },
};
