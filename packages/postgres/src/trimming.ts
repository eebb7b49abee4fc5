// Removes the events that are no longer kept: now and then, in batches, and in one process at a time. Each batch is from
// the front of its channels, so that what is left has no gap.
import type { Keep } from "bough/types";
import { rowsOf, type Queryable } from "./pool.ts";

const BATCH = 1_000;
const LONGEST = 10_000;

const batchOf = (numbers: string): string => `with gone as (
    delete from bough_events
    where (select pg_try_advisory_xact_lock(hashtextextended('bough ' || $1, 0)))
      and number in (${numbers} limit ${BATCH})
    returning 1
  ) select count(*)::integer as count from gone`;

const OLD = batchOf(`select number from bough_events
  where topic = $1 and published_at < now() - $2::bigint * interval '1 millisecond'
  order by published_at, position`);

const MANY = batchOf(`select event.number from bough_channels
  cross join lateral (
    select number from bough_events
    where topic = $1 and channel = bough_channels.channel
      and position <= bough_channels.last - $2::bigint
    order by position limit ${BATCH}
  ) event
  where topic = $1`);

interface TrimmingOptions {
  readonly pool: Queryable;
  readonly name: string;
  readonly keep: Required<Keep>;
}

export class Trimming {
  readonly #options: TrimmingOptions;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: TrimmingOptions) {
    this.#options = options;
  }

  begin(): void {
    if (this.#timer === undefined && !this.#isOver) {
      const { milliseconds } = this.#options.keep;
      this.#timer = setTimeout(
        () => void this.#run(),
        // At different moments in each process.
        Math.min(milliseconds, LONGEST) * (0.5 + Math.random()),
      ).unref();
    }
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    try {
      await this.#trim();
    } catch {
      // The next run removes them.
    }
    this.#timer = undefined;
    this.begin();
  }

  async #trim(): Promise<void> {
    const { pool, name, keep } = this.#options;
    for (const [batch, limit] of [
      [OLD, keep.milliseconds],
      [MANY, keep.events],
    ] as const) {
      let count = BATCH;
      while (count === BATCH && !this.#isOver) {
        const [row] = await rowsOf<{ readonly count: number }>(pool, batch, name, limit);
        count = row?.count ?? 0;
      }
    }
  }
}
