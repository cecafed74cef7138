// One hand that you have brought: the replay from your seat.
import { ask } from "./api.js";
import { h, put, signed, tone } from "./dom.js";
import { Replayer } from "./replayer.js";
import { OWN_HAND } from "./texts/own.js";

export async function show(place, id, query) {
  const player = new URLSearchParams(query ?? "").get("player") ?? "";
  const words = `player=${encodeURIComponent(player)}`;
  const hand = await ask(`/own/hands/${id}?${words}`);
  const { names, steps, end, pieces, scored, you } = hand;
  const replayer = new Replayer({ names, steps, end, number: hand.id, pieces, scored, you });
  const net = end.returns[you];
  put(place,
    h("p", { class: "crumbs buttons" }, h("a", { href: `#/hands?${words}` }, OWN_HAND.back),
      h("a", { href: `/api/own/hands/${id}/export?${words}`, download: "" }, OWN_HAND.export)),
    h("h1", {}, `${OWN_HAND.title(hand.number || hand.id)}: `, h("span", { class: tone(net) }, signed(net))),
    h("p", { class: "hint" }, [hand.title, hand.time.replace("T", " "), hand.event].filter(Boolean).join(" · ")),
    replayer.element,
    h("p", { class: "hint" }, [hand.unit === 1 ? "" : OWN_HAND.unit(hand.unit),
      hand.rake ? OWN_HAND.rake(hand.rake) : "", hand.twice ? OWN_HAND.twice : "", end.known ? "" : OWN_HAND.open]
      .filter(Boolean).join(" ")));
  return () => replayer.pause();
}
