// Sounds, made here and not loaded: quiet, wooden, and silent until somebody has touched the page. The browser allows none
// before, and nobody is startled.
import type { News } from "./game/news";
import { settings } from "./settings.svelte";

export type Sound = "tile" | "figure" | "points" | "turn" | "end";

/** What is heard of the news of one moment, each sound once, in the order of the table. */
export function soundsOf(news: readonly News[], isYourTurn: boolean, isOver: boolean): Sound[] {
  const has = (is: (one: News) => boolean) => news.some(is);
  return [
    ...(has(({ what }) => what === "placed") ? ["tile" as const] : []),
    ...(has(({ what }) => what === "deployed") ? ["figure" as const] : []),
    ...(has((one) => one.what === "award" && one.award.points > 0) ? ["points" as const] : []),
    ...(isOver ? ["end" as const] : isYourTurn ? ["turn" as const] : []),
  ];
}

/** Seconds between the sounds of one moment. */
const BEAT = 0.22;
const LOUD = 0.16;

class Player {
  private context: AudioContext | null = null;

  /** Waits for the first touch or key. */
  start(): () => void {
    const wake = () => {
      this.context ??= new AudioContext();
      void this.context.resume();
    };
    addEventListener("pointerdown", wake);
    addEventListener("keydown", wake);
    return () => {
      removeEventListener("pointerdown", wake);
      removeEventListener("keydown", wake);
    };
  }

  play(sounds: readonly Sound[]): void {
    const { context } = this;
    if (!context || context.state !== "running" || !settings.sound) return;
    sounds.forEach((sound, i) => make[sound](context, context.currentTime + 0.02 + i * BEAT));
  }
}

/** A note of struck wood: a tone that falls and dies away. */
function knock(context: AudioContext, at: number, pitch: number, length: number, loud = LOUD): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "sine";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.72, at + length);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}

/** The click of a surface: a breath of filtered noise. */
function tap(context: AudioContext, at: number, pitch: number): void {
  const samples = Math.floor(context.sampleRate * 0.05);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  volume.gain.value = LOUD;
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(at);
}

const make: Record<Sound, (context: AudioContext, at: number) => void> = {
  tile: (context, at) => {
    tap(context, at, 900);
    knock(context, at, 170, 0.12);
  },
  figure: (context, at) => {
    tap(context, at, 1800);
    knock(context, at, 420, 0.08);
  },
  points: (context, at) => {
    knock(context, at, 660, 0.22, LOUD / 2);
    knock(context, at + 0.09, 880, 0.28, LOUD / 2);
  },
  turn: (context, at) => {
    knock(context, at, 523, 0.25, LOUD / 2);
    knock(context, at + 0.13, 784, 0.35, LOUD / 2);
  },
  end: (context, at) => [523, 659, 784, 1047].forEach((pitch, i) => knock(context, at + i * 0.14, pitch, 0.45, LOUD / 2)),
};

export const player = new Player();
