// A few sounds, made here and not loaded; silent until somebody asks for them in the settings.
import { settings } from "./settings.js";

const NOTES = {
  deal: [[520, 0.03, "triangle"]],
  chips: [[1900, 0.02, "square"], [2300, 0.02, "square"]],
  turn: [[660, 0.09, "sine"], [880, 0.12, "sine"]],
  win: [[523, 0.1, "sine"], [659, 0.1, "sine"], [784, 0.2, "sine"]],
  lose: [[330, 0.12, "sine"], [262, 0.2, "sine"]],
};
let context = null;

export function play(kind) {
  if (!settings().sounds || !(kind in NOTES)) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length, shape] of NOTES[kind]) {
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(shape === "square" ? 0.02 : 0.08, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.8;
  }
}
