// What this browser remembers: theme, name, links of seats it gave away.
import type { SeatLink } from "../wire/SeatLink";

export type Theme = "auto" | "light" | "dark";
export const themes: readonly Theme[] = ["auto", "light", "dark"];

/** How tiles look: as the base asks, or as the reader likes. */
export type Palette = "game" | "summer" | "winter" | "contrast";
export const palettes: readonly Palette[] = ["game", "summer", "winter", "contrast"];

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

  start(): void {
    const kept = recall("theme");
    this.wear(themes.find((theme) => theme === kept) ?? "auto");
    const look = recall("palette");
    this.palette = palettes.find((palette) => palette === look) ?? "game";
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

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
