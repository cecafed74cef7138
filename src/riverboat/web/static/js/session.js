// A session so far: the graph, the statistics with their intervals, and every hand.
import { ask } from "./api.js";
import { drawCard } from "./cards.js";
import { interval, lineChart } from "./charts.js";
import { costly } from "./costly.js";
import { bidWords, drawDie } from "./dice.js";
import { chips, h, put, percent, plural, signed, tone } from "./dom.js";
import { KINDS } from "./kinds.js";
import { SESSION } from "./texts/page.js";

export const minis = (cards) => h("span", { class: "minis" }, cards.map((card) => drawCard(card)));

export async function show(place, id) {
  const [session, list] = await Promise.all([ask(`/tables/${id}/session`), ask(`/tables/${id}/hands?limit=100`)]);
  const you = session.names[session.you];
  const { pieces, hand_name: word } = session;
  const kind = KINDS[pieces];
  put(place,
    h("p", { class: "crumbs" }, h("a", { href: `#/table/${id}` }, SESSION.back)),
    h("section", { class: "paper" }, h("h1", {}, SESSION.title),
      session.hands ? graph(session, you, word) : h("p", {}, SESSION.none(word)),
      h("p", { class: "buttons" },
        session.hands ? h("a", { class: "button quiet", href: `/api/tables/${id}/export`, download: "" },
          SESSION.exportAll(word, kind.format)) : null)),
    session.hands ? h("section", { class: "paper" }, h("h2", {}, SESSION.everyone),
      statistics(session, kind.figures),
      session.counted < session.hands
        ? h("p", { class: "hint" }, SESSION.counted(plural(session.counted, word))) : null) : null,
    session.hands && session.advised ? costly(id) : null,
    session.hands && session.attributed ? await attributes(id) : null,
    session.hands ? h("section", { class: "paper" }, h("h2", {}, SESSION.beliefs),
      session.beliefs.length ? session.beliefs.map(belief) : h("p", { class: "hint" }, kind.noBeliefs)) : null,
    session.hands
      ? h("section", { class: "paper" }, h("h2", {}, plural(list.count, word)), pages(id, list, pieces, word))
      : null);
}

// The newest hands, and older ones a page at a time.
function pages(id, list, pieces, word) {
  const draw = LISTS[pieces];
  const place = h("div", {});
  const add = (found, before) => {
    put(place, draw(id, found.hands),
      found.damaged
        ? h("p", { class: "hint" },
          SESSION.damaged(plural(found.damaged, word)))
        : null);
    const oldest = found.hands.at(-1)?.number ?? before;
    if (!(oldest > 1)) return;
    const more = h("button", { type: "button", class: "quiet", id: "older", onclick: async () => {
      more.disabled = true;
      const older = await ask(`/tables/${id}/hands?limit=100&before=${oldest}`);
      more.remove();
      add(older, Math.max(1, oldest - 100));
    } }, SESSION.older(word));
    put(place, more);
  };
  add(list, 1);
  return place;
}

// The seven attributes of the person, with what each rests on, and how three of them moved.
async function attributes(id) {
  const found = await ask(`/tables/${id}/attributes`);
  const known = found.attributes.filter((each) => each.value !== null);
  if (!known.length) return null;
  const traits = ["aggressive", "straightforward", "stays in"];
  const series = traits.map((name, at) => ({ name, values: [null, ...found.path.map((row) => row[at])], strong: true }))
    .filter((each) => each.values.filter((value) => value !== null).length > 1);
  return h("section", { class: "paper" }, h("h2", {}, SESSION.attributes),
    h("p", { class: "hint" },
      SESSION.attributesLine),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": SESSION.attributesLabel },
      h("table", { class: "attributes" },
      h("thead", {}, h("tr", {}, SESSION.attributeColumns.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {},
        found.attributes.map((each) => h("tr", {}, h("th", { scope: "row" }, each.title, h("small", {}, each.line)),
        h("td", {}, each.value === null ? h("span", { class: "hint" }, SESSION.notYet)
          : [percent(each.value), " ", interval({ mean: each.value, low: null, high: null })]),
        h("td", {}, plural(each.n, each.of.slice(0, -1)))))))),
    series.length
      ? lineChart({ series, title: SESSION.moved, x: SESSION.hands, y: SESSION.share, height: 220 }) : null);
}

// What an opponent with a model has counted, in its own words.
function belief(each) {
  const cell = (value, at) => (typeof value === "number" && at < each.columns.length - 1
    ? h("td", { class: "number" }, percent(value)) : h("td", { class: typeof value === "number" ? "number" : "" },
      String(value)));
  return h("div", { class: "belief" }, h("h3", {}, each.name), each.lines.map((line) => h("p", {}, line)),
    each.rows.length
      ? h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": SESSION.believes(each.name) },
        h("table", {},
      h("thead", {},
        h("tr", {},
          each.columns.map((text, at) => h("th",
              { scope: "col", class: typeof each.rows[0][at] === "number" ? "number" : "" }, text)))),
      h("tbody", {},
        each.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row[0]),
            row.slice(1).map((value, at) => cell(value, at + 1))))))) : null);
}

function graph(session, you, word) {
  const series = session.names.map((name) =>
    ({ name: name === you ? SESSION.you : name, values: [0, ...session.bankrolls[name]], strong: name === you }));
  const end = session.bankrolls[you].at(-1) ?? 0;
  const plain = session.unit_name === "points"; // else chips are counted in small bets or big blinds
  const amount = chips(Math.abs(end * session.unit_chips));
  const inUnits = plain ? "" : `${Math.abs(end).toFixed(1)} ${session.unit_name}`;
  return lineChart(
    { series,
      title: SESSION.result(end < 0, amount, plain ? session.unit_name : SESSION.chips, inUnits,
        plural(session.hands, word)),
      x: `${word}s`, y: SESSION.wonAxis(session.unit_name), at: [0, ...session.bankroll_hands] });
}

function statistics(session, figures) {
  const cell = (figure, name, max) => h("td", { "data-name": name }, figure.mean === null
    ? h("span", { class: "hint" }, max > 1 && figure.n ? SESSION.noCalls : SESSION.notYet) : [
    max === 1 ? percent(figure.mean) : figure.mean.toFixed(1), " ", interval(figure, { max }),
    h("small", {}, SESSION.of(figure.n))]);
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": SESSION.statistics },
    h("table", { class: "statistics" },
    h("caption", {},
      SESSION.statisticsLine),
    h("thead", {},
      h("tr", {}, h("th", { scope: "col" }, SESSION.player),
        figures.map(([, name, line]) => h("th", { scope: "col" }, h("abbr", { title: line }, name))))),
    h("tbody", {}, session.names.map((name, at) => h("tr", {},
      h("th", { scope: "row" }, at === session.you ? SESSION.you : name),
      figures.map(([key, figure, , max]) => cell(session.statistics[name][key], figure, max)))))));
}

// A list of hands or rounds: on a phone each becomes two lines, so that nothing lies outside the screen.
function listOf(label, columns, rows, classes = []) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, h("table", { class: "played" },
    h("thead", {}, h("tr", {}, columns.map((text, at) => h("th",
      { scope: "col", class: at === columns.length - 1 ? "number" : classes[at] ?? "" }, text)),
    h("th", { scope: "col" }, h("span", { class: "unseen" }, SESSION.link)))),
    h("tbody", {}, rows)));
}

const link = (id, word, at) => h("td", {}, h("a", { href: `#/table/${id}/hand/${at}`,
  "aria-label": SESSION.linkNamed(word, at) }, SESSION.link));

function hands(id, list) {
  return listOf(SESSION.handsLabel, SESSION.handColumns, list.map((hand) => h("tr", {},
    h("th", { scope: "row" }, String(hand.number)), h("td", {}, minis(hand.cards)),
    h("td", { class: "board-cell" }, minis(hand.board)),
    h("td", { class: "end-cell" }, hand.watched ? SESSION.wereOut : hand.folded ? SESSION.folded
      : hand.showdown ? SESSION.showdown : SESSION.allFolded),
    h("td", { class: `number ${tone(hand.net)}` }, signed(hand.net)), link(id, "hand", hand.number))),
  ["", "", "board-cell", "end-cell"]);
}

function rounds(id, list) {
  return listOf(SESSION.roundsLabel, SESSION.roundColumns, list.map((each) => h("tr", {},
    h("th", { scope: "row" }, String(each.number)),
    h("td", {}, each.roll ? h("span", { class: "minis" }, each.roll.map((die) => drawDie(die)))
      : h("span", { class: "hint" }, SESSION.wereOut)),
    h("td", {}, bidWords(each.end.bid)), h("td", {}, String(each.end.showing)),
    h("td", { class: `number ${tone(each.net)}` }, each.net ? signed(each.net) : ""), link(id, "round", each.number))));
}

const LISTS = { cards: hands, dice: rounds };
