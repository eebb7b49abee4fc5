// Bytes that every platform can send. Platforms refuse shared memory, and many refuse resizable memory.

/** The bytes, copied if they are in such memory. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  // The seam: the type library of the oldest runtime does not have `resizable`.
  const fixed =
    buffer instanceof ArrayBuffer &&
    (buffer as { readonly resizable?: boolean }).resizable !== true;
  return fixed ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
