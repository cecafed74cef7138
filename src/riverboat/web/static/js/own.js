// Your hands: what you have brought, in figures with intervals, filtered, as a graph and as a list.
import { ask } from "./api.js";
import { interval, lineChart } from "./charts.js";
import { capital, h, percent, put, say, tone } from "./dom.js";
import { importing } from "./own_import.js";
import { leaks } from "./own_leaks.js";
import { minis } from "./session.js";
import { OWN } from "./texts/own.js";

const SHARES = ["vpip", "pfr", "three_bet", "fold_to_three_bet", "steal", "limp", "went_to_showdown",
  "won_at_showdown"];
const AMOUNTS = ["bb_100", "showdown_bb_100", "other_bb_100"];
const BY_POSITION = ["vpip", "pfr", "three_bet", "steal", "went_to_showdown", "won_at_showdown", "aggression_factor",
  "bb_100"];
const STREETS = ["flop", "turn", "river"];
const BY_STREET = ["cbet", "fold_to_cbet", "aggression"];
const FILTERS = ["player", "game", "position", "stakes", "players", "since", "until"];
const PAGE = 50;
const MOST_ODDS = 6;

export async function show(place, query) {
  const chosen = new URLSearchParams(query ?? "");
  const own = await ask("/own");
  const body = h("div", { class: "view" });
  // What was brought or deleted is drawn again; an import that goes on is not disturbed.
  let search = null;
  const draw = async (now) => {
    const fresh = h("div", { class: "view" });
    search?.leave();
    search = leaks(address(chosen));
    if (now.players.length) await figures(fresh, now, chosen, search.element);
    if (now.players.length && !now.shared) put(fresh, deleting(again));
    body.replaceChildren(...fresh.childNodes);
  };
  const again = async () => draw(await ask("/own"));
  const bringing = importing(own, again);
  put(place, h("h1", {}, OWN.title), h("p", { class: "lead" }, OWN.lead), bringing.element, body);
  await draw(own);
  return () => {
    bringing.leave();
    search?.leave();
  };
}

const address = (chosen) => {
  const kept = FILTERS.filter((name) => chosen.get(name)).map((name) => [name, chosen.get(name)]);
  return new URLSearchParams(kept).toString();
};

async function figures(body, own, chosen, search) {
  const words = address(chosen);
  let stats;
  try {
    stats = await ask(`/own/stats?${words}`);
  } catch (error) {
    put(body, filters(own, null, chosen), h("p", { class: "hint", role: "status" }, error.message));
    return;
  }
  put(body, filters(own, stats, chosen));
  if (!stats.hands) {
    put(body, h("p", { class: "hint", role: "status" }, OWN.none));
    return;
  }
  const list = await ask(`/own/hands?${words}&limit=${PAGE}`);
  put(body, graph(stats), overall(stats), positions(stats), streets(stats), search, hands(list, words));
}

// Which hands are looked at; the address keeps it, so that going back does too.
function filters(own, stats, chosen) {
  const go = (name, value) => {
    const next = new URLSearchParams(chosen);
    if (value) next.set(name, value);
    else next.delete(name);
    location.hash = `#/hands?${address(next)}`;
  };
  const choice = (name, label, options) => h("label", {}, label, h("select",
    { "data-filter": name, onchange: (event) => go(name, event.target.value) },
    options.map(([value, text]) => h("option", { value, selected: value === (chosen.get(name) ?? "") }, text))));
  const some = (name, known) => {
    const now = chosen.get(name);
    return known.map((each) => [String(each), String(each)]).concat(now && !known.map(String).includes(now)
      ? [[now, now]] : []);
  };
  const day = (name, label) => h("label", {}, label, h("input",
    { type: "date", "data-filter": name, value: chosen.get(name) ?? "",
      onchange: (event) => go(name, event.target.value) }));
  const first = stats?.player ?? own.players[0].name;
  const names = own.players.map(({ name, hands: count }) => [name, OWN.handsOf(name, count)]);
  return h("form", { class: "paper own-filters", "aria-label": OWN.filters,
    onsubmit: (event) => event.preventDefault() },
  h("label", {}, OWN.player, h("select", { "data-filter": "player", onchange: (event) => go("player",
    event.target.value) }, names.map(([value, text]) => h("option", { value, selected: value === first }, text)))),
  choice("game", OWN.game, [["", OWN.allGames], ...own.games.map(({ name, title }) => [name, title])]),
  choice("position", OWN.position, [["", OWN.anyPosition], ...Object.entries(OWN.positions)]),
  choice("stakes", OWN.stakes, [["", OWN.anyStakes], ...some("stakes", stats?.stakes ?? [])]),
  choice("players", OWN.seats, [["", OWN.anySeats], ...some("players", stats?.seats ?? [])]),
  day("since", OWN.since), day("until", OWN.until),
  h("p", { class: "buttons" }, h("a", { class: "button quiet", href: "#/hands" }, OWN.reset)));
}

function graph(stats) {
  const { at, all, showdown, other } = stats.graph;
  const end = all.at(-1) ?? 0;
  const series = [all, showdown, other].map((values, i) => ({ name: OWN.series[i], values, strong: i === 0 }));
  return h("section", { class: "paper" }, h("h2", {}, OWN.graph), lineChart({ series, at,
    title: OWN.result(end < 0, Math.abs(end).toFixed(1), stats.unit_name, stats.hands), x: OWN.hands,
    y: OWN.wonAxis(stats.unit_name) }));
}

const told = (name, value) => (value === null ? "∞" : SHARES.includes(name) || name.includes("cbet")
  ? percent(value, 1) : value.toFixed(AMOUNTS.includes(name) ? 1 : 2));

// A figure with its interval and its sample; a bar is drawn where it has two ends.
function cell(name, figure) {
  if (!figure || !figure.n) return h("td", {}, h("span", { class: "hint" }, OWN.notYet));
  const ends = figure.low === null ? null : OWN.intervalOf(told(name, figure.low), told(name, figure.high));
  return h("td", {}, h("b", {}, told(name, figure.mean)), " ",
    AMOUNTS.includes(name) ? null : interval(figure, { max: SHARES.includes(name) || name.includes("cbet") ? 1
      : MOST_ODDS }), h("small", { class: "ends" }, ends ? ` ${ends}` : "", OWN.of(figure.n)));
}

const head = (name) => h("th", { scope: "col" }, h("abbr", { title: OWN.names[name][1] }, OWN.names[name][0]));

function table(label, heads, rows) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label },
    h("table", { class: "own-figures" }, h("caption", {}, OWN.figuresLine), h("thead", {}, h("tr", {}, heads)),
      h("tbody", {}, rows)));
}

function overall(stats) {
  const names = [...SHARES, "aggression_factor", ...AMOUNTS].filter((name) => stats[name]?.n);
  return h("section", { class: "paper" }, h("h2", {}, OWN.figures), table(OWN.figures,
    [OWN.figure, OWN.value].map((text) => h("th", { scope: "col" }, text)),
    names.map((name) => h("tr", { "data-figure": name }, h("th", { scope: "row" }, OWN.names[name][0],
      h("small", {}, OWN.names[name][1])), cell(name, stats[name])))));
}

function positions(stats) {
  const rows = Object.entries(stats.positions);
  if (!rows.length) return null;
  return h("section", { class: "paper" }, h("h2", {}, OWN.byPosition), table(OWN.byPosition,
    [h("th", { scope: "col" }, OWN.positionColumn), ...BY_POSITION.map(head)],
    rows.map(([position, figures_]) => h("tr", { "data-position": position },
      h("th", { scope: "row" }, capital(position)), BY_POSITION.map((name) => cell(name, figures_[name]))))));
}

function streets(stats) {
  const rows = STREETS.filter((street) => BY_STREET.some((name) => stats[`${name}_${street}`]?.n));
  if (!rows.length) return null;
  return h("section", { class: "paper" }, h("h2", {}, OWN.byStreet), table(OWN.byStreet,
    [h("th", { scope: "col" }, OWN.streetColumn), ...BY_STREET.map(head)],
    rows.map((street) => h("tr", { "data-street": street }, h("th", { scope: "row" }, capital(street)),
      BY_STREET.map((name) => cell(name, stats[`${name}_${street}`]))))));
}

// The newest hands, and older ones a page at a time.
function hands(list, words) {
  const rows = h("tbody", {});
  const more = h("button", { type: "button", class: "quiet", id: "older", onclick: async () => {
    more.disabled = true;
    add(await ask(`/own/hands?${words}&limit=${PAGE}&skip=${shown}`));
    more.disabled = false;
  } }, OWN.older);
  let shown = 0;
  const add = (found) => {
    rows.append(...found.hands.map((hand) => row(hand, found.player)));
    shown += found.hands.length + found.damaged;
    more.hidden = shown >= found.count;
  };
  add(list);
  return h("section", { class: "paper" }, h("h2", {}, OWN.list), h("div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": OWN.list }, h("table", { class: "played own-list" },
    h("thead", {}, h("tr", {}, OWN.listColumnNames.map((text, at) => h("th",
      { scope: "col", class: CLASSES[at] ?? "" }, text)), h("th", { scope: "col" },
      h("span", { class: "unseen" }, OWN.look)))), rows)),
  list.damaged ? h("p", { class: "hint" }, OWN.damaged(list.damaged)) : null, h("p", { class: "buttons" }, more));
}

const CLASSES = ["", "end-cell", "end-cell", "end-cell", "", "board-cell", "end-cell", "number"];

function row(hand, player) {
  const end = hand.folded ? OWN.folded : hand.showdown ? OWN.showdown : OWN.allFolded;
  const won = hand.won === null ? OWN.unknown : `${hand.won > 0 ? "+" : hand.won < 0 ? "−" : ""}${
    Math.abs(hand.won).toFixed(1)}`;
  return h("tr", { "data-hand": hand.id },
    h("th", { scope: "row" }, hand.time.slice(0, 16).replace("T", " ")),
    h("td", { class: CLASSES[1] }, hand.title), h("td", { class: CLASSES[2] }, String(hand.stakes)),
    h("td", { class: CLASSES[3] }, hand.position), h("td", {}, minis(hand.cards)),
    h("td", { class: CLASSES[5] }, minis(hand.board)), h("td", { class: CLASSES[6] }, end),
    h("td", { class: `number ${tone(hand.won ?? 0)}` }, won),
    h("td", {}, h("a", { href: handAddress(hand.id, player), "aria-label": OWN.lookNamed(hand.id) }, OWN.look)));
}

export const handAddress = (id, player) => `#/hands/${id}?player=${encodeURIComponent(player)}`;

function deleting(again) {
  const said = h("p", { role: "status" });
  const button = h("button", { type: "button", id: "delete-own", onclick: async () => {
    try {
      await ask("/own", { method: "DELETE" });
      await again();
      say(OWN.deleted);
    } catch (error) {
      said.textContent = error.message;
    }
  } }, OWN.deleteButton);
  return h("details", { class: "withdraw" }, h("summary", {}, OWN.deleteTitle), h("p", {}, OWN.deleteLine),
    h("p", { class: "buttons" }, button), said);
}
