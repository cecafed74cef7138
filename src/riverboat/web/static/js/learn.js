// Where one learns: the way to everything that is not play.
import { h, put } from "./dom.js";
import { LEARN } from "./texts/learning.js";

export async function show(place) {
  put(place, h("h1", {}, LEARN.title), h("p", { class: "lead" }, LEARN.lead),
    h("ul", { class: "features three" }, LEARN.views.map(([title, href, line]) => h("li", {},
      h("a", { href }, h("strong", {}, title), h("span", {}, line))))));
}
