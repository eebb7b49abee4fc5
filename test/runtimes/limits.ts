// What some hosts cannot do, beside single answers: the rows of the second table of
// docs/hosts.md. Tests of faults ask here what to expect, and are then held to that.
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
    what: "`signal` does not abort while a handler is at work and its client leaves",
    why: "workerd tells of it only when it cannot write an answer; a streamed one aborts",
  },
  timers: {
    hosts: ["workerd"],
    what: "a generator that waits for a timer when its client leaves never goes on, and its `finally` does not run",
    why: "workerd fires no timer of a request that has ended; wait for `signal` as well",
  },
  earlyAnswers: {
    hosts: ["workerd"],
    what: "an answer that comes before the body was read, a 413, is lost to a client that writes on",
    why: "workerd ends the connection at once; elsewhere the rest is read and thrown away",
  },
  shortDrain: {
    hosts: ["hono"],
    what: "a client that writes for more than 500 ms after its answer, without reading it, may lose it",
    why: "node-server reads and throws away what nobody reads for no longer; elsewhere on Node it is 2 s",
  },
  overwritten: {
    hosts: ["fastify", "bun"],
    what: "a client that sends what is no request while its answer is on the way finds a raw 400 in the middle of that",
    why: "Fastify's `clientErrorHandler`, which an app may replace, and Bun write it wherever the answer is; elsewhere the connection ends, or the answer comes first",
  },
  echo: {
    hosts: ["hono", "bun", "deno", "workerd"],
    what: "what breaks a stream, and a client that leaves, is written to standard error too",
    why: "a stream has to break for its answer to be cut, and node-server or the runtime logs that; `onError` has heard of it before",
  },
  legacyAbort: {
    hosts: ["deno"],
    what: "a line on standard error, once, that `request.signal` aborts on success",
    why: "a streamed answer listens to it; Bough passes on only what comes before the end, and `--unstable-no-legacy-abort` silences the line",
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Whether a host cannot do something. */
export function isLimited({ starter }: Runtime, name: keyof typeof limits): boolean {
  const { hosts }: Limit = limits[name];
  return hosts.includes(starter);
}
