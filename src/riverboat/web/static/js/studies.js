// The gallery of studies: our figures next to the papers', from saved full-size results.
import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { studyPicture } from "./study_pictures.js";
import { STUDIES } from "./texts/page.js";

export async function show(place, name) {
  if (name) await one(place, name);
  else await all(place);
}

async function all(place) {
  const { studies } = await ask("/studies");
  put(place, h("h1", {}, STUDIES.title),
    h("p", { class: "lead" },
      STUDIES.lead),
    h("div", { class: "gallery" }, studies.map((study) => h("a", { class: "paper", href: `#/studies/${study.name}` },
      study.picture ? studyPicture(study.name, STUDIES.picture(study.title)) : null,
      h("h2", {}, study.title), h("span", {}, study.line), study.paper ? h("small", {}, study.paper) : null,
      h("p", { class: "badges" }, study.saved
        ? Object.entries(study.verdicts).map(([word, count]) => (count ? badge(word, `${count} ${word}`) : null))
        : h("span", { class: "badge" }, STUDIES.unsaved))))));
}

const badge = (word, text) => h("span", { class: `badge ${word.replace(" ", "-")}` }, text);

async function one(place, name) {
  const study = await ask(`/studies/${name}`);
  put(place, h("p", { class: "crumbs" }, h("a", { href: "#/studies" }, STUDIES.all)), h("h1", {}, study.title),
    h("p", { class: "lead" }, study.line), study.paper ? h("p", {}, study.paper) : null,
    study.saved ? found(study) : h("p", {}, STUDIES.none),
    study.frozen ? frozen(study.frozen) : null,
    h("section", { class: "paper" }, h("h2", {}, STUDIES.again), h("p", {}, STUDIES.full,
      h("code", {}, `make prove STUDY=${name}`)),
      h("p", {}, STUDIES.quick, h("code", {}, `riverboat study ${name}`))));
}

function frozen(file) {
  return h("section", { class: "paper" }, h("h2", {}, STUDIES.settings), h("p", {}, file.sentence),
    h("p", {}, Object.entries(file.settings).map(([name, value]) =>
      [h("code", {}, `${name} = ${typeof value === "object" ? JSON.stringify(value) : value}`), " "])));
}

function found(study) {
  return [
    study.picture
      ? h("section", { class: "paper" },
        studyPicture(study.name, STUDIES.picture(study.title))) : null,
    h("section", { class: "paper" }, h("h2", {}, STUDIES.figures),
      h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": STUDIES.figures }, h("table", {},
        h("caption", {},
          STUDIES.caption(study.hands, study.hands_mean, study.seed, study.version)),
        h("thead", {},
          h("tr", {}, STUDIES.columns.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {},
          study.figures.map((figure) => h("tr", {}, h("th", { scope: "row" }, figure.name),
              h("td", {}, ours(figure.ours), figure.exact ? h("small", {}, STUDIES.exact) : null),
          h("td", {}, figure.paper === null ? "" : number(figure.paper),
            figure.where ? h("div", {}, h("small", {}, figure.where)) : null),
          h("td", {}, badge(figure.verdict, figure.verdict + (figure.required ? " *" : "")),
            figure.distance === null ? null : h("small", {}, ` ${signed(figure.distance)}`))))))),
      h("p", { class: "hint" }, STUDIES.verdicts),
      study.notes.map((note) => h("p", { class: "hint" }, note))),
  ];
}

const number = (value) => (typeof value === "number" && value % 1 ? Number(value.toPrecision(4)).toString()
  : String(value));
const signed = (value) => (value > 0 ? "+" : "") + number(value);

// A figure of ours: plain, by its p, or with its interval.
export function ours(value) {
  if (value === null || typeof value !== "object") return number(value);
  if ("p" in value) return STUDIES.p(number(value.p), value.n);
  if (value.low === null) return number(value.mean);
  return [h("b", {}, number(value.mean)),
    h("small", {}, STUDIES.interval(number(value.low), number(value.high), value.n))];
}
