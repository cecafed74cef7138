// The glossary, as a page.
import { h, put } from "./dom.js";
import { GLOSSARY, RULES } from "./texts/learning.js";

export async function show(place) {
  put(place, h("h1", {}, RULES.glossary), h("p", { class: "lead" }, RULES.glossaryLead),
    h("dl", { class: "paper glossary" }, [...GLOSSARY].sort(([a], [b]) => a.localeCompare(b, "en",
      { sensitivity: "base" }))
      .flatMap(([term, meaning]) => [h("dt", {}, term), h("dd", {}, meaning)])));
}
