// The costliest decisions of a session, and of all of them: each can be played again before the truth is shown.
import { ask } from "./api.js";
import { amount, h } from "./dom.js";
import { drawExercise } from "./exercise.js";
import { COSTLY } from "./texts/learning.js";

/** @param {string} id  The table. */
export function costly(id) {
  const found = h("div", { "aria-live": "polite" });
  const button = h("button", { type: "button", class: "quiet", id: "costly", onclick: async () => {
    button.disabled = true;
    found.replaceChildren(h("p", { class: "hint" }, COSTLY.finding));
    try {
      const { hands, decisions } = await ask(`/tables/${id}/mistakes`);
      found.replaceChildren(h("p", { class: "hint" }, COSTLY.lead(hands)), list(decisions),
        h("p", {}, h("a", { href: "#/practice" }, COSTLY.practise)));
      button.remove();
    } catch (error) {
      found.replaceChildren(h("p", { class: "error" }, error.message));
      button.disabled = false;
    }
  } }, COSTLY.find);
  return h("section", { class: "paper" }, h("h2", {}, COSTLY.title), button, found);
}

/**
 * Of all sessions: those that were gone through, and a way to go through the rest, a few hands at a time.
 * @param {() => void} onFound  Called when more hands were gone through.
 */
export function allSessions(onFound) {
  const found = h("div", { "aria-live": "polite" });
  const told = h("p", { class: "hint", role: "status" });
  const element = h("section", { class: "paper", id: "all-sessions" }, h("h2", {}, COSTLY.all), told, found);
  const draw = async () => {
    const [{ decisions }, { unjudged }] = await Promise.all([ask("/practice/costliest"), ask("/practice")]);
    found.replaceChildren(list(decisions), unjudged ? h("button", { type: "button", class: "quiet", id: "go-through",
      onclick: (event) => goThrough(event.currentTarget, unjudged) }, COSTLY.goThrough(unjudged)) : "");
    if (!unjudged && !decisions.length) found.replaceChildren(h("p", { class: "hint" }, COSTLY.nothingPlayed));
  };
  const goThrough = async (button, count) => {
    button.disabled = true;
    let left = count;
    try {
      while (left && element.isConnected) {
        told.textContent = COSTLY.going(count - left, count);
        const now = await ask("/practice/judge", { method: "POST" });
        if (!now.done) break;
        left = now.left;
      }
      told.textContent = "";
    } catch (error) {
      told.textContent = error.message;
    }
    await draw();
    onFound();
  };
  draw().catch((error) => { told.textContent = error.message; });
  return element;
}

const list = (decisions) => (decisions.length
  ? h("ul", { class: "costly" }, decisions.map(row)) : h("p", {}, COSTLY.none));

function row(each) {
  const place = h("div", {});
  const again = h("button", { type: "button", class: "quiet", onclick: () => {
    again.remove();
    const judge = async (choice) => ({ choice, ...each.truth.choices[choice], ...each.truth });
    place.replaceChildren(drawExercise(each, judge, () => ""));
  } }, COSTLY.look);
  return h("li", {}, h("p", {}, h("a", { href: `#/table/${each.table}/hand/${each.hand}` },
    COSTLY.row(each.hand, each.street)), h("b", { class: "lost" }, COSTLY.cost(amount(each.cost), each.unit))), again,
  place);
}
