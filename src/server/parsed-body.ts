// A body that a parser of the host's has decoded already. To whoever reads bytes it is its
// value as JSON; to whoever knows of it, the value itself.
const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** A body that was decoded before. */
export class ParsedBody extends Uint8Array {
  readonly value: unknown;

  // A part of it is bytes and nothing more.
  static get [Symbol.species](): Uint8ArrayConstructor {
    return Uint8Array;
  }

  constructor(value: unknown) {
    super(utf8.encode(JSON.stringify(value) ?? ""));
    this.value = value;
  }
}
