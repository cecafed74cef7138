// Bluff: dice under cups, bids by quantity and face, and the call.
import { h, signed, svg } from "./dom.js";

const SPOTS = { 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]] };

export function drawDie(face, { wild = false, counts = false } = {}) {
  return svg("svg",
    { class: `die ${wild ? "wild" : ""} ${counts ? "counts" : ""}`, viewBox: "0 0 40 40", role: "img",
      "aria-label": `a ${face}${wild ? ", wild" : ""}` },
    svg("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    SPOTS[face].map(([x, y]) => svg("circle", { cx: x * 10, cy: y * 10, r: 3.7 })));
}

const drawCup = (dice) => svg("svg",
  { class: "cup", viewBox: "0 0 70 62", role: "img",
    "aria-label": `a cup over ${dice} ${dice === 1 ? "die" : "dice"}` },
  svg("path", { class: "side", d: "M14 8h42l9 46H5Z" }),
  svg("path", { class: "band", d: "M10.5 26h49l1.6 8H9Z" }),
  svg("ellipse", { class: "top", cx: 35, cy: 8, rx: 21, ry: 5.5 }),
  svg("rect", { class: "rim", x: 2, y: 52, width: 66, height: 7, rx: 3.5 }));

export const bidWords = (bid) => `${bid.quantity} × ${bid.face}`;

export class DiceFelt {
  constructor(names, { you = 0 } = {}) {
    this.names = names;
    this.you = you;
    this.bid = h("p", { class: "bid-now" });
    this.line = h("p", { class: "street" });
    this.words = h("p", { class: "verdict" });
    this.seats = names.map((name, at) => this.seat(name, at));
    this.element = h("div", { class: `felt dice seats-${names.length}` },
      h("div", { class: "cloth", "aria-hidden": "true" }),
      h("div", { class: "middle" }, this.line, this.bid, this.words),
      h("ol", { class: "seats", "aria-label": "Players" }, this.seats.map((seat) => seat.element)));
  }

  seat(name, at) {
    const angle = ((90 + (360 * at) / this.names.length) * Math.PI) / 180;
    const seat = { tray: h("div", { class: "tray" }), score: h("span", { class: "stack" }),
      net: h("span", { class: "net" }), did: h("span", { class: "did" }), label: h("span", { class: "unseen" }),
      drawn: "" };
    seat.element = h("li",
      { class: at === this.you ? "seat you" : "seat",
        style: { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) } }, seat.label, seat.tray,
      h("div", { class: "plate", "aria-hidden": "true" }, h("span", { class: "name" }, name), seat.score, seat.net),
        seat.did);
    return seat;
  }

  show(now, { nets = null } = {}) {
    const { end } = now;
    this.line.textContent = end ? "The cups are lifted"
      : `${now.total} dice, ${now.wild ? `${now.wild} is wild` : "none wild"}`;
    const bid = end ? end.bid : now.last_bid;
    this.bid.replaceChildren(...(bid ? [h("b", {}, String(bid.quantity)), h("span", { "aria-hidden": "true" }, "×"),
      drawDie(bid.face, { wild: bid.face === now.wild })] : ["No bid yet"]));
    this.words.textContent = end ? this.verdict(now) : "";
    now.seats.forEach((each, at) => {
      const seat = this.seats[at];
      const key = JSON.stringify([each.roll, each.in, now.hand, Boolean(end)]);
      if (key !== seat.drawn) {
        const counts = (die) => Boolean(end) && (die === end.bid.face || die === now.wild);
        seat.tray.replaceChildren(...(!each.in ? [] : each.roll ? each.roll.map((die) => drawDie(die,
          { wild: die === now.wild, counts: counts(die) })) : [drawCup(each.dice)]));
        seat.tray.classList.toggle("lifted", Boolean(end));
        seat.drawn = key;
      }
      seat.element.classList.toggle("folded", !each.in);
      const score = nets ? `${signed(nets[at])} points` : `${each.dice} ${each.dice === 1 ? "die" : "dice"}`;
      seat.score.textContent = each.in ? score : "out";
      const net = end?.returns[at] ?? 0;
      seat.net.textContent = net ? ` ${signed(net)}` : "";
      seat.net.className = `net ${net > 0 ? "won" : "lost"}`;
      seat.did.textContent = each.did;
      seat.did.className = `did ${/Bluff|Check/.test(each.did) ? "raises" : ""}`;
      seat.element.classList.toggle("turn", now.actor === at);
      seat.element.classList.toggle("winner", net > 0);
      seat.label.textContent = [at === this.you ? "You" : this.names[at], score,
        !each.in ? "out" : each.roll ? `dice ${each.roll.join(", ")}` : `${each.dice} hidden dice`, each.did,
        now.actor === at ? "to act" : ""].filter(Boolean).join(", ");
    });
  }

  verdict(now) {
    const { end } = now;
    const who = (seat, plain, third) => (seat === this.you ? `You ${plain}` : `${this.names[seat]} ${third}`);
    const were = end.showing === 1 ? "is 1 of them" : `are ${end.showing} of them`;
    const called = `${who(end.caller, "called", "called")} ${end.call === "bluff" ? "Bluff" : "Check"}`;
    const won = `${who(end.winner, "win", "wins")} the ${end.match_over ? "round and the match" : "round"}`;
    return `${called} on ${bidWords(end.bid)}: there ${were}. ${won}.`;
  }

  // What a screen reader hears.
  news(before, now, settled) {
    const told = [];
    const known = before?.hand === now.hand ? before.log.length : 0;
    if (before?.hand !== now.hand) {
      const { roll } = now.seats[0];
      told.push(`Round ${now.hand}. ${roll ? `Your dice: ${roll.join(", ")}.` : "You are out of this match."}`);
    }
    for (const each of now.log.slice(known)) if (each.seat) told.push(
      `${each.who} ${each.text.replace("×", "times")}.`);
    if (now.end) told.push(this.verdict(now));
    else if (now.legal && settled) told.push(now.last_bid
      ? `Your turn: bid more than ${bidWords(now.last_bid).replace("×", "times")}, or call.`
      : "Your turn: open the bidding.");
    return told;
  }
}

export class BidControls {
  constructor({ onAct, onDeal }) {
    this.onAct = onAct;
    this.onDeal = onDeal;
    this.buttons = h("div", { class: "actions", role: "group", "aria-label": "Your actions" });
    this.facts = h("p", { class: "facts" });
    this.element = h("section", { class: "controls", "aria-label": "Your decision" }, this.facts, this.buttons);
  }

  show(now, { waiting, title }) {
    const held = this.element.contains(document.activeElement) ? document.activeElement.dataset.key ?? "any" : null;
    const legal = waiting ? null : now.legal;
    this.between = !waiting && now.phase === "between";
    this.facts.textContent = legal?.kinds.includes("bluff") ? `Bid higher than ${bidWords(now.last_bid)}, or call it.`
      : legal ? "You open: make a bid." : "";
    if (legal) this.buttons.replaceChildren(...this.choices(now, legal));
    else if (this.between) this.buttons.replaceChildren(this.button("n", "Next round", "gold", () => this.onDeal()));
    else this.buttons.replaceChildren(h("p", { class: "wait" }, title ?? ""));
    if (held) (this.buttons.querySelector(`[data-key="${held}"]`) ?? this.buttons.querySelector("button"))?.focus();
  }

  button(key, label, style, act) {
    return h("button", { type: "button", class: style, "data-key": key, "aria-keyshortcuts": key, onclick: act },
      h("span", {}, label), h("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
  }

  choices(now, legal) {
    const found = [];
    if (legal.kinds.includes("bluff")) found.push(this.button("c", "Call Bluff", "fold", () => this.onAct("bluff")));
    if (legal.kinds.includes("check")) found.push(this.button("x", "Check: exactly right", "calm",
      () => this.onAct("check")));
    if (legal.bids.length) found.push(...this.bidding(now, legal.bids));
    return found;
  }

  // A quantity and a face; faces that would not be higher can't be chosen.
  bidding(now, bids) {
    const can = (quantity, face) => bids.some(([q, f]) => q === quantity && f === face);
    let [quantity, face] = bids[0];
    const count = h("output", { class: "count" });
    const label = h("span", {});
    const bid = h("button",
      { type: "button", class: "gold", "data-key": "b", "aria-keyshortcuts": "b",
        onclick: () => this.onAct(`bid ${quantity}-${face}`) }, label, h("kbd", { "aria-hidden": "true" }, "B"));
    const faces = h("div", { class: "faces", role: "group", "aria-label": "Face" },
      Array.from({ length: now.faces }, (_, at) =>
      h("button",
        { type: "button", class: "face", "data-key": String(at + 1), "aria-keyshortcuts": String(at + 1),
          "aria-label": `Face ${at + 1}${at + 1 === now.wild ? ", wild" : ""}`,
          onclick: () => { face = at + 1; draw(); } }, drawDie(at + 1, { wild: at + 1 === now.wild }))));
    const quantities = [...new Set(bids.map(([q]) => q))];
    const step = (by) => {
      const next = quantities.indexOf(quantity) + by;
      if (next < 0 || next >= quantities.length) return;
      quantity = quantities[next];
      if (!can(quantity, face)) [, face] = bids.find(([q]) => q === quantity);
      draw();
    };
    this.step = step;
    const fewer = h("button", { type: "button", "aria-label": "Fewer", onclick: () => step(-1) }, "−");
    const more = h("button", { type: "button", "aria-label": "More", onclick: () => step(1) }, "+");
    const draw = () => {
      count.textContent = String(quantity);
      label.textContent = `Bid ${quantity} × ${face}`;
      fewer.disabled = quantity === quantities[0];
      more.disabled = quantity === quantities.at(-1);
      [...faces.children].forEach((each, at) => {
        each.disabled = !can(quantity, at + 1);
        each.setAttribute("aria-pressed", String(at + 1 === face));
      });
    };
    draw();
    return [bid,
      h("div", { class: "bidding" }, h("div", { class: "quantity", role: "group", "aria-label": "How many" }, fewer,
          count, more), faces)];
  }

  press(key) {
    const button = this.buttons.querySelector(`[data-key="${key === "l" ? "c" : key}"]:not(:disabled)`);
    if (button) button.click();
    else if ((key === "arrowup" || key === "arrowdown") && this.step
      && this.buttons.querySelector(".bidding")) this.step(key === "arrowup" ? 1 : -1);
    else return false;
    return true;
  }
}
