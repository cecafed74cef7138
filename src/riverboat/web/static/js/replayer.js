// A hand again, step by step: forwards, backwards, by itself at a speed of your choice.
import { h } from "./dom.js";
import { DiceFelt } from "./bluff.js";
import { Felt } from "./felt.js";

export class Replayer {
  constructor({ names, steps, end, number, dice = false, scored = false, you = 0, nets = null, onStep = () => {} }) {
    this.steps = steps.map((step, at) => ({ ...step, hand: number, end: at === steps.length - 1 ? end : null }));
    this.onStep = onStep;
    this.nets = nets;
    this.at = 0;
    this.timer = 0;
    this.dealt = dice ? "The dice are rolled." : "The cards are dealt.";
    this.felt = dice ? new DiceFelt(names, { you }) : new Felt(names, { scored, you });
    this.moment = h("p", { class: "moment", "aria-live": "polite" });
    this.slider = h("input",
      { type: "range", min: 0, max: this.steps.length - 1, value: 0, "aria-label": "Step",
        oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
    this.playButton = h("button",
      { type: "button", class: "gold", onclick: () => (this.timer ? this.pause() : this.play()) }, "Play");
    this.speed = h("select", { "aria-label": "Speed" }, [["0.5", "half speed"], ["1", "speed 1"], ["2", "speed 2"],
      ["4", "speed 4"]].map(([value, text]) => h("option", { value, selected: value === "1" }, text)));
    const step = (by, label, sign) => h("button",
      { type: "button", "aria-label": label, onclick: () => { this.pause(); this.go(this.at + by); } }, sign);
    this.element = h("div", { class: "stage" }, this.felt.element, this.moment,
      h("div", { class: "player-controls", role: "group", "aria-label": "Replay" },
        step(-9999, "To the beginning", "|◀"), step(-1, "One step back", "◀"), this.playButton,
          step(1, "One step on", "▶"), step(9999, "To the end", "▶|"), this.slider, this.speed));
    this.go(0);
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    const now = this.opened ? this.opened(this.steps[this.at]) : this.steps[this.at];
    this.felt.show(now, { nets: this.nets });
    const last = now.log.at(-1);
    this.moment.textContent = this.at === 0 ? this.dealt : `${last.who} ${last.text}.`;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `step ${this.at} of ${this.steps.length - 1}`);
    this.onStep(this.at);
  }

  play() {
    if (this.at >= this.steps.length - 1) this.go(0);
    this.playButton.textContent = "Pause";
    const tick = () => {
      this.go(this.at + 1);
      if (this.at >= this.steps.length - 1) this.pause();
      else this.timer = setTimeout(tick, 1000 / Number(this.speed.value));
    };
    this.timer = setTimeout(tick, 300);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playButton.textContent = "Play";
  }
}
