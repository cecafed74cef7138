// Building the page: elements from plain values; text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined
    && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const chips = (amount) => Math.round(amount).toLocaleString("en");
export const signed = (amount) => (amount > 0 ? `+${chips(amount)}` : amount < 0 ? `−${chips(-amount)}` : "0");
export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}%`;

// The colour of a result: won, lost, or neither.
export const tone = (amount) => (amount > 0 ? "won" : amount < 0 ? "lost" : "even");

// How far a bar is filled, as its style wants it.
export const filled = (share) => ({ "--share": `${(100 * share).toFixed(1)}%` });
export const plural = (count, word) => `${chips(count)} ${word}${count === 1 ? "" : "s"}`;
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// Put parts into a place; what is not there is left out.
export const put = (place, ...parts) => place.append(...parts.flat(Infinity).filter((part) => part));

// What a screen reader is told; a moment apart, so that nothing is swallowed.
let waiting = [];
let timer = 0;
export function say(text) {
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.getElementById("live").textContent = waiting.join(" ");
    waiting = [];
  }, 120);
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} value  An amount as the partner's sentences have it: finer where it is small. */
export const amount = (value) => {
  const size = Math.abs(value);
  const text = size >= 9.95 || size === 0 ? Math.round(size).toLocaleString("en") : size.toFixed(size >= 0.995 ? 1 : 2);
  return Number(text) === 0 ? "0" : text;
};

/** @param {number} value */
export const signedAmount = (value) => (amount(value) === "0" ? "0" : `${value > 0 ? "+" : "−"}${amount(value)}`);
