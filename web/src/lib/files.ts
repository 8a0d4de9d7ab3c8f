// Files of a game: what a server has at an address, and what is made here of a game of this device.
import { api } from "./api";
import { isHere } from "./here";
import { local } from "./local";

export type Kind = "record" | "png" | "film";
export type Wanted = { game: string; kind: Kind; turn?: number | null };

/** The longer side of a picture of pixels, as the server makes it. */
const PIXELS = 1200;

/** Where a server has it; none for a game of this device. */
export function addressOf({ game, kind, turn = null }: Wanted): string | null {
  if (isHere(game)) return null;
  return { record: api.record(game), png: api.picture(game, "png", turn), film: api.film(game) }[kind];
}

async function pixels(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const scale = Math.min(2, PIXELS / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser makes no PNG."))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Makes it here, of a game of this device. */
export async function make({ game, kind, turn = null }: Wanted): Promise<Blob> {
  switch (kind) {
    case "record":
      return new Blob([await local.record(game)], { type: "text/plain;charset=utf-8" });
    case "png":
      return pixels(await local.board(game, turn));
    case "film":
      return new Blob([await local.film(game)], { type: "text/html;charset=utf-8" });
  }
}

/** The board as a drawing, for an image of this page. */
export async function drawing(game: string, turn: number): Promise<string> {
  if (!isHere(game)) return api.picture(game, "svg", turn);
  return URL.createObjectURL(new Blob([await local.board(game, turn)], { type: "image/svg+xml" }));
}

/** Saves a file under a name. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
