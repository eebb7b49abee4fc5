// A port that carries requests and responses: any object that sends and receives messages. Messages of others on the
// same port are not read.
import { fromBase64, toBase64 } from "../internal/encodings.ts";
import { fieldsOf, type Named } from "../internal/record.ts";
import { shown } from "../internal/wrong-argument.ts";

/**
 * An object that sends and receives messages: a `MessagePort`, a `Worker` or the worker's `self`, Electron's
 * `MessagePortMain`, or an extension's `runtime.Port`. An `onMessage` of your own is a function that takes a listener,
 * and may return a function that removes it.
 */
export type Port = { postMessage(message: unknown): unknown } & (
  | { readonly addEventListener: unknown }
  | { readonly onMessage: unknown }
  | { readonly on: unknown }
);

/** Options of `portFetch` and `servePort`. */
export interface PortOptions {
  /**
   * `"base64"` sends bytes as text, for a port that carries only JSON, such as an extension's `runtime.Port`. Both ends
   * need it. Default: a `Uint8Array`, which the port copies.
   */
  readonly bytes?: "base64" | undefined;
}

/** The listeners of an end. */
export interface PortEvents {
  readonly receive: (message: Named, link: PortLink) => void;
  /** Called once, when nothing can be sent or received any more. */
  readonly closed: (cause: unknown) => void;
}

export class PortLink {
  /** Why the port is closed; `undefined` while it is open. */
  fault: unknown;
  readonly #port: Port;
  readonly #asText: boolean;
  readonly #events: PortEvents;
  readonly #removers: (() => void)[] = [];

  /** `asked` names the function in errors. */
  constructor(asked: string, port: Port, { bytes }: PortOptions, events: PortEvents) {
    if (bytes !== undefined && bytes !== "base64") {
      throw new TypeError(
        `${asked}: bytes must be "base64", or left out, received ${shown(bytes)}`,
      );
    }
    this.#port = port;
    this.#asText = bytes === "base64";
    this.#events = events;
    const hears = this.#listen("message", (given) => this.#hear(given));
    if (!hears || typeof fieldsOf(port).postMessage !== "function") {
      throw new TypeError(
        `${asked}: expected a port with postMessage and addEventListener or onMessage, received ${shown(port)}`,
      );
    }
    for (const type of ["close", "disconnect", "exit"]) {
      this.#listen(type, () => this.close());
    }
    if ("addEventListener" in port) {
      // If its script does not load, a worker has an event without a message. After other errors, it goes on.
      this.#listen("error", (event) => {
        if (!("message" in Object(event))) {
          this.close(new TypeError("the worker's script did not load"));
        }
      });
    }
    // A `MessagePort` keeps its messages until then.
    call(port, "start");
  }

  post(message: object): void {
    if (this.fault === undefined) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only a window has origins
        this.#port.postMessage({ bough: 1, ...message });
      } catch (cause) {
        this.close(cause);
      }
    }
  }

  /** Bytes as the port carries them: a copy, because they may be a part of a large buffer. */
  packed(bytes: Uint8Array): unknown {
    return this.#asText ? toBase64(bytes) : new Uint8Array(bytes);
  }

  close(cause: unknown = new TypeError("the port is closed")): void {
    if (this.fault === undefined) {
      this.fault = cause;
      for (const remove of this.#removers) {
        remove();
      }
      this.#events.closed(cause);
    }
  }

  #hear(given: unknown): void {
    // An event has the message in `data`.
    const message = isOwn(given) ? given : fieldsOf(given).data;
    if (this.fault === undefined && isOwn(message)) {
      this.#events.receive(message, this);
    }
  }

  /** Adds a listener in the way that the port has for it, and returns whether there is one. */
  #listen(type: string, listener: (event: unknown) => void): boolean {
    const port = this.#port;
    const name = `on${type[0]?.toUpperCase()}${type.slice(1)}`;
    const event = fieldsOf(port)[name];
    const added = (of: unknown, add: string, remove: string, ...given: unknown[]): boolean => {
      const isThere = typeof fieldsOf(of)[add] === "function";
      const own = call(of, add, ...given);
      this.#removers.push(() => (typeof own === "function" ? own() : call(of, remove, ...given)));
      return isThere;
    };
    return (
      added(port, "addEventListener", "removeEventListener", type, listener) ||
      added(event, "addListener", "removeListener", listener) ||
      added(port, name, "", listener) ||
      added(port, "on", "off", type, listener)
    );
  }
}

/** The bytes of a message; `undefined` if there are none. */
export function unpacked(bytes: unknown): Uint8Array | undefined {
  try {
    return typeof bytes === "string"
      ? fromBase64(bytes)
      : ArrayBuffer.isView(bytes)
        ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : undefined;
  } catch {
    return undefined;
  }
}

function isOwn(message: unknown): message is Named {
  return typeof message === "object" && message !== null && "bough" in message;
}

/** Calls a method if there is one. */
function call(of: unknown, method: string, ...given: readonly unknown[]): unknown {
  const found = fieldsOf(of)[method];
  return typeof found === "function" ? Reflect.apply(found, of, given) : undefined;
}
