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

/** A body that arrives in chunks; one that is all of it is handed over as it is. */
export class GatheredBody {
  #first: Uint8Array | undefined;
  #all: ByteBuffer | undefined;
  #length = 0;

  /** How many bytes have arrived. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#first === undefined) {
      this.#first = chunk;
      return;
    }
    // Kept one by one, chunks of a byte would take many times what is in them.
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
