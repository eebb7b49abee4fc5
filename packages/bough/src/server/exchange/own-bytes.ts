// Bytes that every platform can send. Platforms refuse shared memory, and many refuse resizable memory.

/** The bytes, copied if they are in such memory. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isFixed(bytes) ? bytes : new Uint8Array(bytes);
}

function isFixed(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  // The type library of the oldest runtime does not have `resizable`.
  return buffer instanceof ArrayBuffer && !("resizable" in buffer && buffer.resizable === true);
}
