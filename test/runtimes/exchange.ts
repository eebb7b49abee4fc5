// Sends one case and gives its answer as far as hosts have to agree on it.
import { RawClient } from "../support/raw-client.ts";
import type { RawResponse } from "../support/raw-client.ts";
import type { Case } from "./cases.ts";

/** What came back; status 0 where the connection ended, or stayed quiet, without an answer. */
export interface Outcome {
  readonly status: number;
  /** Sorted lines, without those that are a host's own. */
  readonly headers: readonly string[];
  readonly body: string;
}

const OF_THE_HOST: ReadonlySet<string> = new Set(["date", "connection", "keep-alive"]);
const QUIET = 10_000;

/** The answer to one case, on a connection of its own. */
export async function exchange(port: number, { bytes, method }: Case): Promise<Outcome> {
  const client = await RawClient.open(port);
  const timer = setTimeout(() => client.destroy(), QUIET);
  try {
    return outcomeOf(await client.write(bytes).next(method));
  } catch {
    return { status: 0, headers: [], body: client.rest };
  } finally {
    clearTimeout(timer);
    client.destroy();
  }
}

function outcomeOf({ status, headers, body }: RawResponse): Outcome {
  const kept = headers.filter(([name]) => !OF_THE_HOST.has(name));
  return { status, headers: kept.map((line) => line.join(": ")).toSorted(), body };
}

/** Runs as many at once as a machine of two cores is good for. */
export async function inTurn<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  atOnce: number = 12,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await run(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
