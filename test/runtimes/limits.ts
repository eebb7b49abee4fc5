// What some hosts cannot do, beside single answers: the rows of the second table of
// docs/reference/hosts.md. Tests of faults ask here what to expect, and are then held to that.
import type { Runtime } from "./runtimes.ts";

/** A row. */
export interface Limit {
  readonly hosts: readonly Runtime["starter"][];
  readonly what: string;
  readonly why: string;
}

/** All rows, each under the name that tests ask for. */
export const limits = {
  signal: {
    hosts: ["workerd"],
    what: "`signal` does not abort if the client disconnects while the handler runs",
    why: "workerd reports it only when it cannot write a response; for a streamed response, `signal` aborts",
  },
  timers: {
    hosts: ["workerd"],
    what: "if the client disconnects while a generator waits for a timer, the generator never continues, and its `finally` does not run",
    why: "workerd fires no timers after a request; wait for `signal` too",
  },
  earlyAnswers: {
    hosts: ["workerd"],
    what: "a client that keeps writing its body loses an early response, such as a 413",
    why: "workerd closes the connection at once; other hosts read and discard the rest",
  },
  shortDrain: {
    hosts: ["hono"],
    what: "a client may lose its response if it keeps writing for more than 500 ms without reading",
    why: "node-server discards unread data for 500 ms, not 2 s",
  },
  overwritten: {
    hosts: ["fastify", "bun"],
    what: "a client that sends an invalid request during a response gets a raw 400 in the middle of that response",
    why: "Fastify's `clientErrorHandler`, which you can replace, and Bun write it at once",
  },
  echo: {
    hosts: ["hono", "bun", "deno", "workerd"],
    what: "errors in a stream and disconnecting clients are also logged to standard error",
    why: "node-server or the runtime logs the broken stream; `onError` gets the error first",
  },
  certificates: {
    hosts: ["bun", "deno", "workerd"],
    what: "an endpoint with `mutualTls` always answers 401",
    why: "a Fetch `Request` has no client certificate; on Node, pass the listener or the app to `https.createServer({ ca, requestCert: true, … })`",
  },
  legacyAbort: {
    hosts: ["deno"],
    what: "one line on standard error says that `request.signal` aborts on success",
    why: "`--unstable-no-legacy-abort` removes the line",
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Whether a host cannot do something. */
export function isLimited({ starter }: Runtime, name: keyof typeof limits): boolean {
  const { hosts }: Limit = limits[name];
  return hosts.includes(starter);
}
