// One hand of yours: the replay, the chances by street, and what the partner thinks of each decision.
import { ask } from "./api.js";
import { h, put, percent, signed } from "./dom.js";
import { sentences, spell } from "./partner.js";
import { Replayer } from "./replayer.js";
import { minis } from "./session.js";

export async function show(place, id, number) {
  const hand = await ask(`/tables/${id}/hands/${number}`);
  const replayer = new Replayer({ names: hand.names, steps: hand.steps, end: hand.end, number: hand.number, scored: hand.game === "stud" });
  const net = hand.end.returns[0];
  put(place, 
    h("p", { class: "crumbs buttons" }, h("a", { href: `#/table/${id}` }, "Back to the table"), h("a", { href: `#/table/${id}/session` }, "All hands"),
      h("a", { href: `/api/tables/${id}/hands/${number}/phh`, download: "" }, "Export (PHH)")),
    h("h1", {}, `Hand ${number}: `, h("span", { class: net < 0 ? "lost" : "won" }, signed(net))),
    h("div", { class: "replay" }, replayer.element,
      h("div", { class: "beside" },
        h("section", { class: "paper" }, h("h2", {}, "Chances by street"), chances(hand)),
        hand.decisions.length ? h("section", { class: "paper" }, h("h2", {}, "Your decisions"), decisions(hand, replayer)) : null)));
  return () => replayer.pause();
}

function chances(hand) {
  return hand.streets.map((street) => h("div", { class: "bars" },
    h("h3", {}, street.name, " ", minis(street.board)),
    street.equities.some((value) => value !== null)
      ? street.equities.map((value, seat) => value === null ? null : h("div", { class: "bar" },
        h("span", {}, seat ? hand.names[seat] : "You"),
        h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: `fillet ${seat ? "other" : ""}`, style: { "--share": percent(value, 1).replace(" ", "") , display: "block" } })),
        h("b", {}, percent(value))))
      : h("p", { class: "hint" }, "Not known: cards were never shown."),
    street.against_random ? h("p", { class: "hint" }, "Against hands nobody has shown: any cards they could hold.") : null));
}

function decisions(hand, replayer) {
  const rank = (each) => (each.caution ? 0 : each.advice.action.text === each.done ? 2 : 1);
  const sorted = [...hand.decisions].sort((a, b) => rank(a) - rank(b) || b.pot - a.pot);  // the more was at stake, the bigger the mistake
  return h("ul", { class: "mistakes" }, sorted.map((each) => {
    const agrees = rank(each) === 2;
    return h("li", { class: agrees ? "agrees" : "differs" },
      h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => { replayer.pause(); replayer.go(each.step); } }, each.street), " you: ",
        h("strong", {}, spell({ text: each.done })), agrees ? "; the partner agrees" : [", the partner: ", h("strong", {}, spell(each.advice.action))]),
      h("details", {}, h("summary", {}, "Why"), sentences(each.caution?.sentences ?? each.advice.sentences)));
  }));
}
