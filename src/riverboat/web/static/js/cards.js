// Cards, drawn by hand: a rank, a suit, and a paddle wheel on the back.
import { svg } from "./dom.js";
import { CARDS } from "./texts/table.js";

const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANKS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five",
  4: "four", 3: "three", 2: "two",
};
const PATHS = {
  h: "M50 90C22 66 7 50 7 31 7 17 17 8 29 8c9 0 17 5 21 14C54 13 62 8 71 8c12 0 22 9 22 23 0 19-15 35-43 59Z",
  d: "M50 4c9 19 21 34 37 46-16 12-28 27-37 46C41 77 29 62 13 50 29 38 41 23 50 4Z",
  s: "M50 5c8 19 43 36 43 58 0 13-10 21-21 21-7 0-13-3-17-9 1 9 4 16 12 20H33c8-4 11-11 12-20-4 6-10 9-17 9"
    + "C17 84 7 76 7 63 7 41 42 24 50 5Z",
  c: "M50 6a20 20 0 0 1 15 33 20 20 0 1 1-11 35c1 10 5 17 13 21H33c8-4 12-11 13-21A20 20 0 1 1 35 39 20 20 0 0 1 50 6Z",
};

export const cardName = (card) => (card === "??" ? CARDS.hidden : CARDS.name(RANKS[card[0]], SUITS[card[1]]));
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
export const cardSign = (card) => `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`;
export const cardsInWords = (cards) => cards.map(cardName).join(", ");

export function drawCard(card, { className = "" } = {}) {
  const common = { viewBox: "0 0 60 84", role: "img", "aria-label": cardName(card), focusable: "false" };
  if (card === "??") {
    return svg("svg", { ...common, class: `card back ${className}` },
      svg("rect", { class: "edge", x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6 }),
      svg("rect", { class: "inner", x: 5, y: 5, width: 50, height: 74, rx: 3 }),
      svg("g", { class: "wheel" },
        svg("circle", { cx: 30, cy: 42, r: 16 }),
        svg("circle", { cx: 30, cy: 42, r: 10 }),
        svg("path", { d: "M30 24v36M12 42h36M17.3 29.3l25.4 25.4M42.7 29.3 17.3 54.7" })));
  }
  const rank = card[0] === "T" ? "10" : card[0];
  const pip = (x, y, size) => svg("path",
    { d: PATHS[card[1]], transform: `translate(${x} ${y}) scale(${size / 100})` });
  return svg("svg", { ...common, class: `card face ${SUITS[card[1]]} ${className}` },
    svg("rect", { class: "edge", x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6 }),
    svg("g", { class: "ink" },
      svg("text", { x: rank === "10" ? 15 : 14, y: 27, "text-anchor": "middle", class: "rank" }, rank),
      pip(6.5, 31, 15), pip(20, 38, 34)));
}
