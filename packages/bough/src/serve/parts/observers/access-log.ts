// An access log: one line of JSON for each request.
import { shown } from "../../../shared/internal/wrong-argument.ts";
import type { Observer } from "./observe.ts";

/**
 * Creates an observer that writes a line of JSON for each request: `createServer({ observe: accessLog(console.log) })`.
 * A line has no line break at its end. If `write` throws or rejects, `onError` gets the error.
 */
export function accessLog(write: (line: string) => unknown): Observer {
  if (typeof write !== "function") {
    throw new TypeError(`accessLog: expected write to be a function, received ${shown(write)}`);
  }
  return async ({ method, target }, next) => {
    const time = new Date().toISOString();
    const start = performance.now();
    const { endpoint, deprecated, status, failure, rejection, bytes, outcome } = await next();
    const milliseconds = Math.round((performance.now() - start) * 10) / 10;
    const line = JSON.stringify({
      time,
      method,
      target,
      endpoint: endpoint?.template,
      deprecated: deprecated || undefined,
      status,
      failure: failure?.name,
      rejection,
      bytes,
      milliseconds,
      outcome,
    });
    await write(line.replace(CONTROLS, escaped));
  };
}

// JSON does not escape these characters. DEL and C1 control terminals, and some readers end a line at U+0085,
// U+2028 and U+2029.
const CONTROLS = /[\u007f-\u009f\u2028\u2029]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
