// One hand of yours: the replay, the chances by street, and what the partner thinks of each decision.
import { ask } from "./api.js";
import { capital, chips, filled, h, put, percent, signed, tone } from "./dom.js";
import { KINDS } from "./kinds.js";
import { numbers, sentences } from "./partner.js";
import { Replayer } from "./replayer.js";
import { minis } from "./session.js";
import { HAND } from "./texts/page.js";

export async function show(place, id, number) {
  const hand = await ask(`/tables/${id}/hands/${number}`);
  const { pieces, hand_name: word } = hand;
  const replayer = new Replayer({ names: hand.names, steps: hand.steps, end: hand.end, number: hand.number, pieces,
    scored: hand.scored, you: hand.you });
  const net = hand.end.returns[hand.you];
  put(place,
    h("p", { class: "crumbs buttons" }, h("a", { href: `#/table/${id}` }, HAND.back),
      h("a", { href: `#/table/${id}/session` }, HAND.all(word)),
      h("a", { href: `/api/tables/${id}/hands/${number}/export`, download: "" },
        HAND.export(KINDS[pieces].format))),
    h("h1", {}, `${capital(word)} ${number}: `, h("span", { class: tone(net) },
      net ? signed(net) : KINDS[pieces].nothing)),
    h("div", { class: "replay" },
      h("div", { class: "beside" }, replayer.element, pieces === "dice" ? lifting(hand, replayer) : null,
        hand.streets.length ? h("section", { class: "paper" }, h("h2", {}, HAND.chances),
          h("div", { class: "streets" }, chances(hand))) : null),
      h("div", { class: "beside" }, hand.decisions.length ? h("section", { class: "paper" },
        h("h2", {}, HAND.decisions), decisions(hand, replayer)) : null)));
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
    h("label", { class: "row check" }, box, h("span", {}, HAND.lift,
        h("small", {}, HAND.liftLine))));
}

function chances(hand) {
  return hand.streets.map((street) => h("div", { class: "bars" },
    h("h3", {}, street.name, " ", minis(street.board)),
    street.equities.some((value) => value !== null)
      ? street.equities.map((value, seat) => value === null ? null : h("div", { class: "bar" },
        h("span", {}, seat === hand.you ? HAND.you : hand.names[seat]),
        h("span", { class: "track", "aria-hidden": "true" }, h("span",
          { class: `fillet ${seat === hand.you ? "" : "other"}`, style: { ...filled(value), display: "block" } })),
        h("b", {}, percent(value))))
      : h("p", { class: "hint" }, HAND.notKnown),
    street.against_random ? h("p", { class: "hint" }, HAND.random)
      : null,
    street.among_shown
      ? h("p", { class: "hint" }, HAND.among) : null));
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
          capital(each.street)), " ", each.line?.text ?? [h("strong", {}, each.done), agrees ? HAND.agrees
            : [HAND.would, h("strong", {}, each.advice.action.words), "."]]),
        h("div", { class: "grounds" }, cost(each), h("details", {}, h("summary", {}, HAND.why),
          sentences(each.advice.sentences)),
        each.position ? h("a", { href: `#/analysis/${each.position}` }, HAND.analyse) : null));
    })),
  ];
}

function cost({ cost: found }) {
  if (!found || !found.numbers.length) return null;
  const { amount } = found;
  const rounded = amount < 10 ? Number(amount.toFixed(amount < 1 ? 2 : 1)) : chips(amount);
  const text = amount >= 0.005 && !found.fine
    ? h("b", { class: "cost" }, HAND.cost(rounded, found.unit))
    : HAND.free;
  return h("details", { class: "price" }, h("summary", {}, text), numbers(found.numbers));
}
