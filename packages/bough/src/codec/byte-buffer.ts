// Collects chunks of bytes into one array in linear time, even for very small chunks.
// It has no limit: the caller checks its length.

/** A growing array of bytes. */
export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #length = 0;

  /** The number of collected bytes. */
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

  /** The collected bytes, valid until the next call of another method. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Returns the collected bytes and empties the buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.view();
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }
}

/** Collects the chunks of a body. A single chunk is returned without a copy. */
export class GatheredBody {
  #first: Uint8Array | undefined;
  #all: ByteBuffer | undefined;
  #length = 0;

  /** The number of received bytes. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#first === undefined) {
      this.#first = chunk;
      return;
    }
    // A list of one-byte chunks would take many times the memory of its bytes.
    if (this.#all === undefined) {
      this.#all = new ByteBuffer();
      this.#all.append(this.#first);
    }
    this.#all.append(chunk);
  }

  take(): Uint8Array {
    return this.#all?.take() ?? this.#first ?? new Uint8Array();
  }
}
