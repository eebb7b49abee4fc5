// Bytes that a platform sends: none takes memory that another thread may change, and few take memory
// whose length may change.

/** The bytes, copied where they lie in such memory. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  // The seam: the library of the oldest runtime does not know that a buffer may grow.
  const fixed =
    buffer instanceof ArrayBuffer &&
    (buffer as { readonly resizable?: boolean }).resizable !== true;
  return fixed ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
