// A newcomer's first hand: one thing after another is pointed at, until it is dismissed; it never comes again.
import { h, say } from "./dom.js";
import { set, settings } from "./settings.js";
import { FIRST_HAND } from "./texts/table.js";

/**
 * Point at the parts of a table, for somebody who has not been at one before.
 * @param {HTMLElement} stage  Where the table stands.
 * @returns {{ element: HTMLElement, refresh: () => void } | null}  Null for who knows it already.
 */
export function firstHand(stage) {
  if (settings().toured) return null;
  let at = 0;
  const text = h("p", {});
  const element = h("aside", { class: "first-hand", "aria-label": FIRST_HAND.title });
  const end = () => {
    set({ toured: true });
    mark(null);
    element.remove();
  };
  const mark = (selector) => {
    stage.querySelectorAll(".pointed").forEach((each) => each.classList.remove("pointed"));
    if (selector) stage.querySelector(selector)?.classList.add("pointed");
  };
  const next = h("button", { type: "button", class: "quiet", id: "first-next", onclick: () => {
    at += 1;
    if (at >= FIRST_HAND.steps.length) end();
    else show();
  } }, FIRST_HAND.next);
  const show = () => {
    const [selector, words] = FIRST_HAND.steps[at];
    text.replaceChildren(h("small", {}, `${FIRST_HAND.step(at + 1, FIRST_HAND.steps.length)} `), words);
    next.textContent = at === FIRST_HAND.steps.length - 1 ? FIRST_HAND.done : FIRST_HAND.next;
    mark(selector);
    say(words);
  };
  element.append(text, h("div", { class: "buttons" }, next,
    h("button", { type: "button", class: "quiet", id: "first-skip", onclick: end }, FIRST_HAND.skip)));
  show();
  return { element, refresh: () => { if (element.isConnected) mark(FIRST_HAND.steps[at]?.[0] ?? null); } };
}
