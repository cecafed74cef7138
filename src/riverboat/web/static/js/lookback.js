// One hand of yours: the replay, the chances by street, and what the partner thinks of each decision.
import { ask } from "./api.js";
import { chips, filled, h, put, percent, signed } from "./dom.js";
import { KINDS, capital } from "./kinds.js";
import { numbers, sentences } from "./partner.js";
import { Replayer } from "./replayer.js";
import { minis } from "./session.js";

export async function show(place, id, number) {
  const hand = await ask(`/tables/${id}/hands/${number}`);
  const { pieces, hand_name: word } = hand;
  const replayer = new Replayer({ names: hand.names, steps: hand.steps, end: hand.end, number: hand.number, pieces,
    scored: hand.scored });
  const net = hand.end.returns[0];
  put(place,
    h("p", { class: "crumbs buttons" }, h("a", { href: `#/table/${id}` }, "Back to the table"),
      h("a", { href: `#/table/${id}/session` }, `All ${word}s`),
      h("a", { href: `/api/tables/${id}/hands/${number}/export`, download: "" },
        `Export (${KINDS[pieces].format})`)),
    h("h1", {}, `${capital(word)} ${number}: `, h("span", { class: net < 0 ? "lost" : "won" },
      net ? signed(net) : KINDS[pieces].nothing)),
    h("div", { class: "replay" },
      h("div", { class: "beside" }, replayer.element, pieces === "dice" ? lifting(hand, replayer) : null,
        hand.streets.length ? h("section", { class: "paper" }, h("h2", {}, "Chances by street"),
          h("div", { class: "streets" }, chances(hand))) : null),
      h("div", { class: "beside" }, hand.decisions.length ? h("section", { class: "paper" },
        h("h2", {}, "Your decisions"), decisions(hand, replayer)) : null)));
  return () => replayer.pause();
}

// After a round all dice are open; whoever likes sees them from the first bid on.
function lifting(hand, replayer) {
  const rolls = hand.steps.at(-1).seats.map((seat) => seat.roll);
  const lift = (step) => ({ ...step, seats: step.seats.map((seat, at) => ({ ...seat, roll: rolls[at] })) });
  const box = h("input",
    { type: "checkbox", id: "lift",
      onchange: () => { replayer.opened = box.checked ? lift : null; replayer.go(replayer.at); } });
  return h("p", {},
    h("label", { class: "row check" }, box, h("span", {}, "Lift the cups",
        h("small", {}, "all dice from the first bid on"))));
}

function chances(hand) {
  return hand.streets.map((street) => h("div", { class: "bars" },
    h("h3", {}, street.name, " ", minis(street.board)),
    street.equities.some((value) => value !== null)
      ? street.equities.map((value, seat) => value === null ? null : h("div", { class: "bar" },
        h("span", {}, seat ? hand.names[seat] : "You"),
        h("span", { class: "track", "aria-hidden": "true" }, h("span",
          { class: `fillet ${seat ? "other" : ""}`, style: { ...filled(value), display: "block" } })),
        h("b", {}, percent(value))))
      : h("p", { class: "hint" }, "Not known: cards were never shown."),
    street.against_random ? h("p", { class: "hint" }, "Against hands nobody has shown: any cards they could hold.")
      : null,
    street.among_shown
      ? h("p", { class: "hint" }, "Among those who showed their cards; whoever folded later is left out.") : null));
}

// The most expensive first, as the server has sorted them.
function decisions(hand, replayer) {
  return [
    h("p", { class: "hint" }, KINDS[hand.pieces].mistakes),
    h("ul", { class: "mistakes" }, hand.decisions.map((each) => {
      const agrees = !each.caution;
      return h("li", { class: agrees ? "agrees" : "differs" },
        h("p", {}, h("button",
          { type: "button", class: "quiet", onclick: () => { replayer.pause(); replayer.go(each.step); } },
          each.street), " you: ",
          h("strong", {}, each.done), agrees ? "; the partner agrees"
            : [", the partner: ", h("strong", {}, each.advice.action.words)], "."),
        h("div", { class: "grounds" }, cost(each), h("details", {}, h("summary", {}, "Why"),
          sentences(each.caution?.sentences ?? each.advice.sentences))));
    })),
  ];
}

function cost({ cost: found, caution }) {
  if (!found || !found.numbers.length) return null;
  const { amount } = found;
  const rounded = amount < 10 ? Number(amount.toFixed(amount < 1 ? 2 : 1)) : chips(amount);
  const text = amount >= 0.005
    ? h("b", { class: "cost" }, `cost about ${rounded} ${found.unit}`)
    : caution ? "cost nothing by these numbers" : "cost nothing";
  return h("details", { class: "price" }, h("summary", {}, text), numbers(found.numbers));
}
