// Asks a host what went on in it, and waits until something has.
import { createClient } from "bough/client";
import type { Client } from "bough/client";
import { app } from "./app.ts";
import type { Running } from "./launch.ts";
import type { ProbeState } from "./probe.ts";

const PATIENCE = 60_000;
const EVERY = 20;

/** A client of a host's. */
export function clientOf({ url }: Running): Client {
  return createClient({ baseUrl: url });
}

export function probeOf(running: Running): Promise<ProbeState> {
  return clientOf(running).request(app.probe).bodyOrThrow();
}

/** The state once it is as wanted; the last one seen where it never is. */
export async function until(
  running: Running,
  wanted: (state: ProbeState) => boolean,
  patience: number = PATIENCE,
): Promise<ProbeState> {
  const end = Date.now() + patience;
  for (;;) {
    const state = await probeOf(running);
    if (wanted(state) || Date.now() > end) {
      return state;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

/** Waits for a mark. */
export function untilMarked(
  running: Running,
  mark: string,
  patience?: number,
): Promise<ProbeState> {
  return until(running, ({ marks }) => marks.includes(mark), patience);
}
