// Practice: themes and one's own mistakes, scored by what an answer gives away; what was wrong comes back.
import { ask } from "./api.js";
import { lineChart } from "./charts.js";
import { allSessions } from "./costly.js";
import { amount, h, percent, put } from "./dom.js";
import { drawExercise } from "./exercise.js";
import { PRACTICE } from "./texts/learning.js";

export async function show(place, query) {
  const view = new Practice(new URLSearchParams(query ?? "").get("theme"));
  put(place, h("h1", {}, PRACTICE.title), h("p", { class: "lead" }, PRACTICE.lead), view.menu,
    h("section", { class: "paper" }, view.body), view.progress, allSessions(() => view.refresh()));
  await view.refresh();
  await view.next();
  return () => view.leave();
}

class Practice {
  constructor(theme) {
    this.theme = theme ?? "pot-odds";
    this.body = h("div", { class: "node", "aria-live": "polite" });
    this.progress = h("section", { class: "paper", id: "progress" });
    this.menu = h("div", { class: "buttons themes", role: "group", "aria-label": PRACTICE.theme });
    this.left = false;
  }

  leave() {
    this.left = true;
  }

  async refresh() {
    this.state = await ask("/practice");
    if (this.left) return;
    this.drawMenu();
    this.drawProgress();
  }

  drawMenu() {
    const { themes, own } = this.state;
    const all = [{ key: "own", name: PRACTICE.own, due: own.due, waiting: own.waiting }, ...themes];
    this.menu.replaceChildren(...all.map(({ key, name, due }) => h("button",
      { type: "button", class: key === this.theme ? "gold" : "quiet", "data-theme": key,
        "aria-pressed": String(key === this.theme),
        onclick: () => { this.theme = key; this.drawMenu(); this.next(); } }, name,
      due ? h("span", { class: "due", title: PRACTICE.due(due) }, String(due),
        h("span", { class: "unseen" }, PRACTICE.dueWord)) : null)));
  }

  // A mistake that is due comes before anything new.
  async next() {
    const { theme } = this;
    let question;
    try {
      question = await ask("/practice/next", { method: "POST", body: { theme } });
    } catch (refusal) {
      this.body.replaceChildren(h("p", {}, refusal.message));
      return;
    }
    if (theme !== this.theme || this.left) return;
    const judge = async (choice) => {
      const truth = await ask("/practice/answer", { method: "POST", body: { key: question.key, choice } });
      this.refresh();
      return truth;
    };
    this.body.replaceChildren(question.again ? h("p", { class: "hint again" }, PRACTICE.again) : "",
      drawExercise(question, judge, (truth) => h("div", {}, h("p", { class: "hint" }, truth.mastered
        ? PRACTICE.mastered : truth.comes_back ? PRACTICE.comesBack : ""),
      h("button", { type: "button", class: "gold", id: "next-question", onclick: () => this.next() },
        PRACTICE.next))));
  }

  drawProgress() {
    const { themes, practice, played, own } = this.state;
    const rows = themes.filter((each) => each.answered || each.waiting);
    this.progress.replaceChildren(h("h2", {}, PRACTICE.progress), rows.length ? h("div", { class: "wide", tabindex: 0,
      role: "region", "aria-label": PRACTICE.progress }, h("table", {},
      head(PRACTICE.table),
      h("tbody", {}, rows.map((each) => h("tr", {}, h("th", { scope: "row" }, each.name),
        h("td", {}, String(each.answered)), h("td", {}, each.answered ? percent(each.right / each.answered) : ""),
        h("td", {}, Object.entries(each.lost).map(([unit, lost]) =>
          `${amount((100 * lost) / each.counts[unit])} ${unit}`).join(", ")),
        h("td", {}, PRACTICE.counts(each.waiting, each.mastered)))))))
      : h("p", { class: "hint" }, PRACTICE.none),
    own.waiting || own.mastered ? h("p", {}, PRACTICE.ownCounts(own.waiting, own.mastered)) : "",
    ...charts(practice, PRACTICE.overTime, PRACTICE.pieces), this.atTables(played));
  }

  atTables(played) {
    if (!played.decisions) return "";
    return h("div", { class: "at-tables" }, h("h3", {}, PRACTICE.atTables(played.decisions)), h("div", {
      class: "two-tables" }, [[PRACTICE.byStreet, played.by_street], [PRACTICE.byTheme, played.by_theme]].map(
      ([title, list]) => h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": title }, h("table", {},
        head([title, ...PRACTICE.playedColumns]), h("tbody", {}, list.map((each) => h("tr", {},
          h("th", { scope: "row" }, each.name), h("td", {}, String(each.decisions)),
          h("td", {}, `${amount(each.per_100)} ${each.unit}`)))))))),
    ...charts(played.over_time, PRACTICE.playedOverTime, PRACTICE.playedPieces));
  }
}

const head = (columns) => h("thead", {}, h("tr", {}, columns.map((text) => h("th", { scope: "col" }, text))));

// One chart a unit, a line for each name; a line needs two points.
function charts(list, title, x) {
  const units = [...new Set(list.map((each) => each.unit))];
  return units.map((unit) => {
    const series = list.filter((each) => each.unit === unit && each.values.length > 1);
    return series.length ? lineChart({ title: title(unit), x: x(series[0].piece), y: unit,
      series: series.map(({ name, values }) => ({ name, values, strong: true })) }) : "";
  });
}
