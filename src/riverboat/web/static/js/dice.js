// Bluff: dice under cups, bids by quantity and face, and the call.
import { ActionPanel } from "./controls.js";
import { h, signed, svg, tone } from "./dom.js";
import { emblem } from "./emblems.js";
import { nameParts, rowVariables, seatPlaces } from "./felt.js";
import { DICE, FELT, PEOPLE, dice } from "./texts/table.js";

const SPOTS = { 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]] };

export function drawDie(face, { wild = false, counts = false } = {}) {
  return svg("svg",
    { class: `die ${wild ? "wild" : ""} ${counts ? "counts" : ""}`, viewBox: "0 0 40 40", role: "img",
      "aria-label": DICE.die(face, wild) },
    svg("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    SPOTS[face].map(([x, y]) => svg("circle", { cx: x * 10, cy: y * 10, r: 3.7 })));
}

const drawCup = (count) => svg("svg",
  { class: "cup", viewBox: "0 0 70 62", role: "img",
    "aria-label": DICE.cup(count) },
  svg("path", { class: "side", d: "M14 8h42l9 46H5Z" }),
  svg("path", { class: "band", d: "M10.5 26h49l1.6 8H9Z" }),
  svg("ellipse", { class: "top", cx: 35, cy: 8, rx: 21, ry: 5.5 }),
  svg("rect", { class: "rim", x: 2, y: 52, width: 66, height: 7, rx: 3.5 }),
  svg("text", { class: "count", x: 35, y: 48, "text-anchor": "middle" }, String(count)));

export const bidWords = (bid) => DICE.bid(bid.quantity, bid.face);

export class DiceFelt {
  constructor(names, { you = 0, people = [you], onSeat = null } = {}) {
    this.names = names;
    this.people = people;
    this.you = you;
    this.onSeat = onSeat;
    this.last = null;
    this.bid = h("p", { class: "bid-now" });
    this.line = h("p", { class: "street" });
    this.words = h("p", { class: "verdict" });
    this.places = seatPlaces(names.length, you);
    this.seats = names.map((name, at) => this.seat(name, at));
    this.element = h("div", { class: `felt dice seats-${names.length} ${you === null ? "watched" : ""}`,
      style: rowVariables(you === null ? names.length : names.length - 1) },
      h("div", { class: "cloth", "aria-hidden": "true" }),
      h("div", { class: "middle" }, this.line, this.bid, this.words),
      h("ol", { class: "seats", "aria-label": FELT.players }, this.seats.map((seat) => seat.element)));
  }

  seat(name, at) {
    const seat = { tray: h("div", { class: "tray" }), score: h("span", { class: "stack" }),
      left: h("span", { class: "left" }), net: h("span", { class: "net" }), did: h("span", { class: "did" }),
      label: h("span", { class: "unseen" }), drawn: "" };
    const mine = at === this.you;
    const inside = [emblem(name, { person: this.people.includes(at) }), nameParts(name),
      h("span", { class: "line" }, seat.left, seat.score,
      seat.net)];
    const plate = this.onSeat && !mine
      ? h("button", { type: "button", class: "plate", "aria-label": FELT.about(name), "aria-haspopup": "dialog",
        onclick: () => this.onSeat(at) }, inside)
      : h("div", { class: "plate", "aria-hidden": "true" }, inside);
    seat.element = h("li", { class: mine ? "seat you" : "seat", style: this.places(at) }, seat.label, seat.tray, plate,
      seat.did);
    return seat;
  }

  show(now, { nets = null } = {}) {
    const { end } = now;
    this.line.textContent = end ? DICE.lifted : DICE.onTable(now.total, now.wild, now.palifico);
    const bid = end ? end.bid : now.last_bid;
    this.bid.replaceChildren(...(bid ? [h("b", {}, String(bid.quantity)), h("span", { "aria-hidden": "true" }, "×"),
      drawDie(bid.face, { wild: bid.face === now.wild })] : [DICE.noBid]));
    this.words.textContent = end ? this.verdict(now) : "";
    this.element.classList.toggle("over", Boolean(end));
    const wins = now.standing?.match?.wins ?? null;
    now.seats.forEach((each, at) => this.showSeat(this.seats[at], each, at, now, { nets, wins }));
    this.last = now;
  }

  showSeat(seat, each, at, now, { nets, wins }) {
    const { end } = now;
    const key = JSON.stringify([each.roll, each.in, now.hand, Boolean(end)]);
    if (key !== seat.drawn) {
      const counts = (die) => Boolean(end) && (die === end.bid.face || die === now.wild);
      seat.tray.replaceChildren(...(!each.in ? [] : each.roll ? each.roll.map((die) => drawDie(die,
        { wild: die === now.wild, counts: counts(die) })) : [drawCup(each.dice)]));
      seat.tray.classList.toggle("lifted", Boolean(end));
      seat.drawn = key;
    }
    const score = wins ? (wins[at] ? DICE.wins(wins[at]) : "") : nets ? FELT.points(signed(nets[at]), nets[at]) : "";
    const gone = { open: PEOPLE.free, left: PEOPLE.left, gone: PEOPLE.left }[this.states?.[at]];
    const left = each.in ? dice(each.dice) : gone ?? DICE.out;
    seat.left.textContent = left;
    seat.score.textContent = score ? ` · ${score}` : "";
    const net = end?.returns[at] ?? 0;
    seat.net.textContent = net ? ` ${signed(net)}` : "";
    seat.net.className = `net ${tone(net)}`;
    seat.did.textContent = each.did;
    seat.did.className = `did ${/call/i.test(each.did) ? "raises" : ""}`;
    const classes = seat.element.classList;
    classes.toggle("folded", !each.in);
    classes.toggle("turn", now.actor === at);
    classes.toggle("winner", net > 0);
    seat.label.textContent = [this.who(at), this.states?.[at] === "away" ? PEOPLE.away : "", left, score,
      !each.in ? "" : each.roll ? DICE.dice(each.roll) : DICE.hidden(each.dice), each.did,
      now.actor === at ? FELT.toAct : ""].filter(Boolean).join(", ");
  }

  who(seat) {
    return seat === this.you ? FELT.you : this.names[seat];
  }

  verdict({ end, standing, seats }) {
    const gained = standing?.match?.dice[end.winner] > seats?.[end.winner].dice;
    return DICE.verdict({ caller: this.who(end.caller), call: end.call, called: end.bid, showing: end.showing,
      good: end.showing >= end.bid.quantity, loser: end.loser === null ? null : this.who(end.loser), gained,
      winner: this.who(end.winner), loses: Boolean(standing?.match), over: end.match_over });
  }

  // What a screen reader hears.
  news(before, now, settled) {
    const told = [];
    const you = this.you ?? 0;
    const known = before?.hand === now.hand ? before.log.length : 0;
    if (before?.hand !== now.hand) told.push(DICE.newRound(now.hand, now.seats[you].roll));
    for (const each of now.log.slice(known)) if (each.seat !== you) told.push(DICE.did(each.who, each.text));
    if (now.end) told.push(this.verdict(now));
    else if (now.legal && settled) told.push(now.legal.kinds.includes("pass") ? DICE.outOfTurn(now.last_bid)
      : now.last_bid ? DICE.higher(now.last_bid) : DICE.openNow);
    return told;
  }
}

export class BidControls extends ActionPanel {
  next = DICE.next;

  words(now) {
    if (!this.legal) return [];
    const { kinds } = this.legal;
    if (kinds.includes("pass")) return [DICE.outOfTurn(now.last_bid)];
    return [kinds.includes("bluff") ? DICE.hint(now.last_bid, kinds.includes("spot-on")) : DICE.youOpen];
  }

  choices(legal, now) {
    const found = [];
    if (legal.kinds.includes("bluff")) found.push(this.button("c", DICE.callBluff, "fold", () => this.onAct("bluff")));
    if (legal.kinds.includes("check")) found.push(this.button("x", DICE.callExact, "calm",
      () => this.onAct("check")));
    if (legal.kinds.includes("pass")) found.push(this.button("k", DICE.pass, "gold", () => this.onAct("pass")));
    if (legal.kinds.includes("spot-on")) found.push(this.button("x", DICE.callSpotOn, "calm",
      () => this.onAct("spot-on")));
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
    const faces = h("div", { class: "faces", role: "group", "aria-label": DICE.face },
      Array.from({ length: now.faces }, (_, at) =>
      h("button",
        { type: "button", class: "face", "data-key": String(at + 1), "aria-keyshortcuts": String(at + 1),
          "aria-label": DICE.faceNamed(at + 1, at + 1 === now.wild),
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
    const fewer = h("button", { type: "button", "aria-label": DICE.fewer, onclick: () => step(-1) }, "−");
    const more = h("button", { type: "button", "aria-label": DICE.more, onclick: () => step(1) }, "+");
    const draw = () => {
      count.textContent = String(quantity);
      label.textContent = DICE.makeBid(quantity, face);
      fewer.disabled = quantity === quantities[0];
      more.disabled = quantity === quantities.at(-1);
      [...faces.children].forEach((each, at) => {
        each.disabled = !can(quantity, at + 1);
        each.setAttribute("aria-pressed", String(at + 1 === face));
      });
    };
    draw();
    return [bid,
      h("div", { class: "bidding" }, h("div", { class: "quantity", role: "group", "aria-label": DICE.howMany }, fewer,
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
