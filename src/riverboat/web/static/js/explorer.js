// Solved games, walked point by point: how often each action is taken, and what another one gives away.
import { ask } from "./api.js";
import { drawDie } from "./dice.js";
import { filled, h, percent, put } from "./dom.js";
import { EXPLORER } from "./texts/learning.js";

const ROUNDS = { bluff: [1, 1], "bluff-2-1": [2, 1] };

export async function show(place) {
  const stage = h("div", { class: "paper node", "aria-live": "polite" });
  const game = h("select", { id: "explorer-game", onchange: () => begin() },
    EXPLORER.games.map(([name, text]) => h("option", { value: name }, text)));
  const error = h("p", { class: "error", role: "alert" });
  const begin = () => {
    const Walk = game.value in ROUNDS ? RoundWalk : TreeWalk;
    return new Walk(game.value, stage, error).draw();
  };
  put(place, h("h1", {}, EXPLORER.title), h("p", { class: "lead" }, EXPLORER.lead),
    h("label", { class: "row start" }, EXPLORER.game, game), error, stage);
  await begin();
}

// What has happened so far, each step a way back to it.
function crumbs(steps, back) {
  return h("p", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: () => back(0) },
    EXPLORER.start), h("span", { class: "hint" }, `${EXPLORER.history}: `),
  steps.length ? steps.map((text, at) => h("button", { type: "button", class: "quiet",
    onclick: () => back(at + 1) }, text))
    : EXPLORER.nothing);
}

const inWords = (action) => action.replace(/^bid (\d+)-(\d+)$/, "$1 × $2");

function mixTable(actions, go) {
  return h("div", { class: "wide" }, h("table", {},
    h("thead", {}, h("tr", {}, EXPLORER.columns.map((text) => h("th", { scope: "col" }, text)),
      h("th", { scope: "col" }, h("span", { class: "unseen" }, EXPLORER.go)))),
    h("tbody", {}, actions.map((each) => h("tr", {}, h("th", { scope: "row" }, inWords(each.action)),
      h("td", { class: "share" }, percent(each.share, 1), h("span", { class: "progress", "aria-hidden": "true" },
        h("i", { style: filled(each.share) }))),
      h("td", {}, each.cost === null ? "" : EXPLORER.cost(each.cost)),
      h("td", {}, go(each.action) ? h("button", { type: "button", class: "quiet",
        "aria-label": `${EXPLORER.go}: ${each.action}`, onclick: go(each.action) }, EXPLORER.go) : ""))))));
}

class TreeWalk {
  constructor(game, stage, error) {
    Object.assign(this, { game, stage, error, path: [] });
  }

  async draw() {
    try {
      const now = await ask(`/explorer/tree/${this.game}`, { method: "POST", body: { path: this.path } });
      this.error.textContent = "";
      this.stage.replaceChildren(
        h("p", {}, EXPLORER.value(now.value.toFixed(4)), " ",
          h("span", { class: "hint" }, EXPLORER.bounds(now.low.toFixed(6), now.high.toFixed(6)))),
        crumbs(this.path, (to) => this.go(this.path.slice(0, to))), ...this.point(now));
    } catch (refusal) {
      this.error.textContent = refusal.message;
    }
  }

  point(now) {
    const step = (action) => () => this.go([...this.path, action]);
    if (now.kind === "over") return [h("p", {}, EXPLORER.over, " ", EXPLORER.net(now.returns.join(" / ")))];
    if (now.kind === "chance") return [h("h2", {}, EXPLORER.chance), h("div", { class: "choices-list" },
      now.outcomes.map((each) => h("button", { type: "button", onclick: step(each) }, each)))];
    return [h("h2", {}, EXPLORER.to(now.player)), mixTable(now.actions, step),
      h("p", { class: "hint" }, now.never ? EXPLORER.unreached : EXPLORER.note)];
  }

  go(path) {
    this.path = path;
    return this.draw();
  }
}

class RoundWalk {
  constructor(game, stage, error) {
    Object.assign(this, { game, stage, error, bids: [], rolls: ROUNDS[game].map((count) => Array(count).fill(3)) });
  }

  async draw() {
    const player = this.bids.length % 2;
    try {
      const body = { roll: this.rolls[player], bids: this.bids };
      const now = await ask(`/explorer/round/${this.game}`, { method: "POST", body });
      this.error.textContent = "";
      const step = (action) => (action.startsWith("bid ") ? () => {
        this.bids = [...this.bids, action.slice(4).split("-").map(Number)];
        this.draw();
      } : null);
      this.stage.replaceChildren(
        crumbs(this.bids.map(([quantity, face]) => `${quantity} × ${face}`), (to) => {
          this.bids = this.bids.slice(0, to);
          this.draw();
        }),
        h("h2", {}, EXPLORER.to(now.player)), this.dice(player), mixTable(now.actions, step),
        h("p", { class: "hint" }, now.never ? EXPLORER.unreached : EXPLORER.note));
    } catch (refusal) {
      this.error.textContent = refusal.message;
    }
  }

  // The dice of who is to act: any can be chosen.
  dice(player) {
    return h("div", { class: "bidding" }, `${EXPLORER.holds} `, this.rolls[player].map((die, at) =>
      h("div", { class: "faces", role: "group" }, [1, 2, 3, 4, 5, 6].map((face) => h("button",
        { type: "button", class: "face", "aria-pressed": String(face === die), "aria-label": `${at + 1}: ${face}`,
          onclick: () => { this.rolls[player][at] = face; this.draw(); } }, drawDie(face, { wild: face === 6 }))))));
  }
}
