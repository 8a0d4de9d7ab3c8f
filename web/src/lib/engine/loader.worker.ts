// Loads, unpacks and compiles a part of the engine, apart from the page: it takes a tenth of a second.
import { isPacked, unpack } from "./lzma";

export type FromLoader = { module: WebAssembly.Module } | { failed: string };

/** The file is packed, so that hosts that pack nothing send little. What it is, it says itself: some hosts unpack on their way. */
async function compile(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  const file = new Uint8Array(await answer.arrayBuffer());
  if (isPacked(file)) return WebAssembly.compile(unpack(file));
  if (file[0] !== 0x1f) return WebAssembly.compile(file);
  const plain = new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

onmessage = ({ data }: MessageEvent<string>) => {
  compile(data).then(
    (module) => postMessage({ module } satisfies FromLoader),
    (error: unknown) => postMessage({ failed: String(error) } satisfies FromLoader),
  );
};
