// The link to a table that somebody has opened: who sits there, and a seat to take.
import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { set, settings } from "./settings.js";
import { JOIN } from "./texts/page.js";

export async function show(place, id) {
  const found = await ask(`/tables/${id}/invitation`).catch((error) => {
    throw error.status === 404 ? new Error(JOIN.gone) : error;
  });
  const error = h("p", { class: "error", role: "alert" });
  const name = h("input", { id: "join-name", maxlength: 30, autocomplete: "off", required: true,
    value: settings().name === "You" ? "" : settings().name });
  const again = found.yours_again;
  const open = found.free > 0 || again;
  const sit = async (event) => {
    event.preventDefault();
    error.textContent = "";
    try {
      await ask(`/tables/${id}/join`, { method: "POST", body: { name: name.value.trim() || "You" } });
      if (name.value.trim()) set({ name: name.value.trim() });
      location.hash = `#/table/${id}`;
    } catch (refusal) {
      error.textContent = refusal.message;
    }
  };
  put(place, h("section", { class: "paper narrow join" }, h("h1", {}, JOIN.title), h("p", {}, JOIN.lead(found.title)),
    h("h2", {}, JOIN.who), h("ul", { class: "who" }, found.names.map((each) => h("li", {}, each))),
    found.yours ? h("p", { class: "buttons" }, h("a", { class: "button gold", href: `#/table/${id}` }, JOIN.go))
      : open ? h("form", { onsubmit: sit }, again ? null : [h("p", { class: "hint" }, JOIN.free(found.free)),
        h("label", {}, JOIN.name, name)], error,
      h("p", { class: "buttons" }, h("button", { class: "gold", id: "join" }, again ? JOIN.again : JOIN.sit)))
        : h("p", { class: "hint" }, found.begun && found.free === 0 ? JOIN.begun : JOIN.full)));
}
