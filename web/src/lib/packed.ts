// A record inside an address: packed, so that it stays short, behind the number sign, where no server reads it.

async function through(data: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([data]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(packed as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("gzip"));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Nothing if it is no packed text. */
export async function unpack(packed: string): Promise<string | null> {
  try {
    const letters = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const data = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(data, new DecompressionStream("gzip")));
  } catch {
    return null;
  }
}
