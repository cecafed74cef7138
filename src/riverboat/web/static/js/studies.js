// The gallery of studies: our figures beside the papers', from saved full-size results.
import { ask } from "./api.js";
import { h, put } from "./dom.js";

export async function show(place, name) {
  if (name) await one(place, name);
  else await all(place);
}

async function all(place) {
  const { studies } = await ask("/studies");
  put(place, h("h1", {}, "Studies"),
    h("p", { class: "lead" },
      "The experiments of five papers, repeated at full size: our figures beside theirs, with a verdict on each "
        + "claim."),
    h("div", { class: "gallery" }, studies.map((study) => h("a", { class: "paper", href: `#/studies/${study.name}` },
      study.picture ? h("img", { src: `/api/studies/${study.name}/picture`, alt: "", loading: "lazy" }) : null,
      h("h2", {}, study.name), h("span", {}, study.line), study.paper ? h("small", {}, study.paper) : null,
      h("p", { class: "badges" }, study.saved
        ? Object.entries(study.verdicts).map(([word, count]) => (count ? badge(word, `${count} ${word}`) : null))
        : h("span", { class: "badge" }, "no full-size result yet"))))));
}

const badge = (word, text) => h("span", { class: `badge ${word.replace(" ", "-")}` }, text);

async function one(place, name) {
  const study = await ask(`/studies/${name}`);
  put(place, h("p", { class: "crumbs" }, h("a", { href: "#/studies" }, "All studies")), h("h1", {}, study.name),
    h("p", { class: "lead" }, study.line), study.paper ? h("p", {}, study.paper) : null,
    study.saved ? found(study) : h("p", {}, "No full-size result is saved yet."),
    study.frozen ? frozen(study.frozen) : null,
    h("section", { class: "paper" }, h("h2", {}, "Repeat it"), h("p", {}, "At full size: ",
      h("code", {}, `make prove STUDY=${name}`)),
      h("p", {}, "A quick look: ", h("code", {}, `riverboat study ${name}`))));
}

function frozen(file) {
  return h("section", { class: "paper" }, h("h2", {}, "Settings"), h("p", {}, file.sentence),
    h("p", {}, Object.entries(file.settings).map(([name, value]) =>
      [h("code", {}, `${name} = ${typeof value === "object" ? JSON.stringify(value) : value}`), " "])));
}

function found(study) {
  return [
    study.picture
      ? h("section", { class: "paper" },
        h("img", { class: "study-picture", src: `/api/studies/${study.name}/picture`,
            alt: `The figure of ${study.name}` })) : null,
    h("section", { class: "paper" }, h("h2", {}, "Figures"),
      h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Figures" }, h("table", {},
        h("caption", {},
          `${study.hands.toLocaleString("en")} hands, seed ${study.seed}, riverboat ${study.version}; `
            + "* must be confirmed"),
        h("thead", {},
          h("tr", {}, ["figure", "ours", "paper", "verdict"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {},
          study.figures.map((figure) => h("tr", {}, h("th", { scope: "row" }, figure.name),
              h("td", {}, ours(figure.ours), figure.exact ? h("small", {}, " exact") : null),
          h("td", {}, figure.paper === null ? "" : number(figure.paper),
            figure.where ? h("div", {}, h("small", {}, figure.where)) : null),
          h("td", {}, badge(figure.verdict, figure.verdict + (figure.required ? " *" : "")),
            figure.distance === null ? null : h("small", {}, ` ${signed(figure.distance)}`))))))),
      h("p", { class: "hint" }, "A claim is confirmed or not confirmed by its 95 % interval, by a test's p, or because "
        + "its value is proved. A figure of the paper is near or far, with the distance of ours from it. "
        + "New: the paper has no such figure."),
      study.notes.map((note) => h("p", { class: "hint" }, note))),
  ];
}

const number = (value) => (typeof value === "number" && value % 1 ? Number(value.toPrecision(4)).toString()
  : String(value));
const signed = (value) => (value > 0 ? "+" : "") + number(value);

// A figure of ours: plain, by its p, or with its interval.
export function ours(value) {
  if (value === null || typeof value !== "object") return number(value);
  if ("p" in value) return `p ${number(value.p)} (n ${value.n.toLocaleString("en")})`;
  if (value.low === null) return number(value.mean);
  return [h("b", {}, number(value.mean)),
    h("small", {}, ` ${number(value.low)} to ${number(value.high)} (n ${value.n.toLocaleString("en")})`)];
}
