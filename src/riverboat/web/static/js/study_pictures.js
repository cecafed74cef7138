// Studies' pictures in the page's own colours, by day and by night: the saved drawing is read and drawn again.
import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const LINK = "http://www.w3.org/1999/xlink";
const KNOWN = new Set(["g", "path", "use", "rect", "clipPath", "defs", "image"]);
const TAKEN = ["d", "x", "y", "width", "height", "transform", "id", "clip-path"];
// The colours of the drawing style, and what they are on the page.
const COLOURS = {
  "#ffffff": "var(--deep)", "#1d2733": "var(--ink)", "#000000": "var(--ink)", "#d8dee6": "var(--line)",
  "#0b6e4f": "light-dark(#0b6e4f, #5fc9a0)", "#c8553d": "light-dark(#b5452e, #f0937d)",
  "#3d5a98": "light-dark(#3d5a98, #93b1ee)", "#1f77b4": "light-dark(#1f77b4, #7fc0ee)",
  "#440154": "light-dark(#440154, #d59be6)",
};
const colour = (value) => COLOURS[value.toLowerCase()] ?? value;

/**
 * @param {Element} from  A part of the saved drawing.
 * @param {string} prefix  Before every name, so that two drawings on a page don't mix theirs up.
 * @returns {Element | null}  The same for the page; null for what is no drawing.
 */
function drawn(from, prefix) {
  if (!KNOWN.has(from.localName)) return null;
  const made = document.createElementNS(SVG, from.localName);
  for (const name of TAKEN) {
    const value = from.getAttribute(name);
    if (value === null) continue;
    made.setAttribute(name, name === "id" ? prefix + value : value.replace("url(#", `url(#${prefix}`));
  }
  const link = from.getAttributeNS(LINK, "href") ?? "";
  if (link.startsWith("#")) made.setAttribute("href", `#${prefix}${link.slice(1)}`);
  if (from.localName === "image" && link.startsWith("data:image/png;")) made.setAttribute("href", link);
  for (const part of (from.getAttribute("data-style") ?? "").split(";")) {
    const [name, value] = part.split(":").map((each) => each.trim());
    if (value) made.style.setProperty(name, colour(value));
  }
  for (const child of from.children) {
    const each = drawn(child, prefix);
    if (each) made.append(each);
  }
  return made;
}

/**
 * A study's picture, drawn when it comes into sight.
 * @param {string} name
 * @param {string} label
 * @returns {HTMLElement}
 */
export function studyPicture(name, label) {
  const place = h("div", { class: "study-picture", role: "img", "aria-label": label });
  const draw = async () => {
    const answer = await fetch(`/api/studies/${name}/picture`, { credentials: "same-origin" });
    if (!answer.ok) return;
    // The page allows no styles in markup: they are renamed, read and set one by one.
    const text = (await answer.text()).replace(/<style[^]*?<\/style>/g, "").replaceAll(" style=", " data-style=");
    const saved = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const made = document.createElementNS(SVG, "svg");
    made.setAttribute("viewBox", saved.getAttribute("viewBox") ?? "0 0 100 100");
    made.setAttribute("aria-hidden", "true");
    made.append(...[...saved.children].map((each) => drawn(each, `${name}-`)).filter(Boolean));
    place.replaceChildren(made);
    watcher.disconnect();
  };
  const watcher = new IntersectionObserver((seen) => {
    if (seen.some((each) => each.isIntersecting)) draw().catch(() => {});
  }, { rootMargin: "200px" });
  watcher.observe(place);
  return place;
}
