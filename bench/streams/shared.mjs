// The content of the streams: a number of mebibytes in chunks of 64 KiB.
export const CHUNK = new Uint8Array(65_536).fill(120);
export const PATH = "/v1/blob";

export function* chunksOf(mebibytes) {
  for (let count = 0; count < mebibytes * 16; count++) yield CHUNK;
}
