// Bytes that arrive in pieces, gathered into one array at linear cost, however small the pieces are.
// It grows without a limit of its own: whoever appends asks for its length.

/** A growing array of bytes. */
export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #length = 0;

  /** How many bytes have been gathered. */
  get length(): number {
    return this.#length;
  }

  append(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.byteLength));
      larger.set(this.view());
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** What has been gathered, until the next call of another method. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Hands over what has been gathered, and is empty again. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.view();
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }
}
