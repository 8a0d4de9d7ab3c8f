// What this browser remembers: theme, motion, sound, links of seats it gave away.
import type { PaletteName } from "../wire/PaletteName";
import type { SeatLink } from "../wire/SeatLink";

export type Theme = "auto" | "light" | "dark";
export const themes: readonly Theme[] = ["auto", "light", "dark"];

/** How tiles look: as the base asks, or as the reader likes. */
export type Palette = "game" | PaletteName;
export const palettes: readonly Palette[] = ["game", "summer", "winter", "contrast"];

/** How much moves on the table, and how long it takes. */
export type Motion = "off" | "normal" | "slow";
export const motions: readonly Motion[] = ["off", "normal", "slow"];

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Private windows may refuse; then nothing is remembered.
  }
}

class Settings {
  theme = $state<Theme>("auto");
  palette = $state<Palette>("game");
  motion = $state<Motion>("normal");
  sound = $state(true);
  /** Names whose lines of chat are not shown here. */
  muted = $state.raw<readonly string[]>([]);
  /** Games are played in words. */
  inWords = $state(false);

  start(): void {
    const kept = recall("theme");
    this.wear(themes.find((theme) => theme === kept) ?? "auto");
    const look = recall("palette");
    this.palette = palettes.find((palette) => palette === look) ?? "game";
    const moves = recall("motion");
    this.move(motions.find((motion) => motion === moves) ?? "normal");
    this.sound = recall("sound") !== "off";
    this.inWords = recall("in-words") === "on";
    this.muted = (recall("muted") ?? "").split("\n").filter((name) => name);
  }

  /** Styles follow the attribute. */
  private move(motion: Motion): void {
    this.motion = motion;
    document.documentElement.setAttribute("data-motion", motion);
  }

  chooseMotion(motion: Motion): void {
    keep("motion", motion);
    this.move(motion);
  }

  chooseSound(on: boolean): void {
    keep("sound", on ? "on" : "off");
    this.sound = on;
  }

  mute(name: string, on: boolean): void {
    this.muted = on ? [...this.muted, name] : this.muted.filter((known) => known !== name);
    keep("muted", this.muted.join("\n"));
  }

  chooseInWords(on: boolean): void {
    if (on !== this.inWords) keep("in-words", on ? "on" : "off");
    this.inWords = on;
  }

  paint(palette: Palette): void {
    keep("palette", palette);
    this.palette = palette;
  }

  choose(theme: Theme): void {
    keep("theme", theme);
    this.wear(theme);
  }

  private wear(theme: Theme): void {
    this.theme = theme;
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
  }
}

export const settings = new Settings();

export function keepLinks(game: string, links: readonly SeatLink[]): void {
  keep(`links ${game}`, JSON.stringify(links));
}

export function recallLinks(game: string): SeatLink[] {
  try {
    return JSON.parse(recall(`links ${game}`) ?? "[]") as SeatLink[];
  } catch {
    return [];
  }
}

/** Whether nothing should move: as the system asks, or as the player has chosen here. */
export function calm(): boolean {
  return settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
