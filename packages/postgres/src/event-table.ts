// The log of a topic in PostgreSQL. Positions are whole numbers without gaps, given at commit: see migrate.ts.
import type { EventLog } from "bough/server";
import type { Bounds, Keep, LogPage, ReadFrom } from "bough/types";
import { rowsOf, type PostgresPool } from "./pool.ts";
import { Trimming } from "./trimming.ts";
import type { Wakes } from "./wakes.ts";

/** A log in a table. */
export interface TableOptions {
  readonly pool: PostgresPool;
  readonly name: string;
  readonly keep: Required<Keep>;
  readonly wakes: Wakes;
  /** Inserts an event with `[topic, channel, data]`. */
  readonly insert: string;
}

// Positions of an earlier timeline may have been given again: a standby that was promoted lacks the last commits. On a
// standby this fails, because its events come late.
const START = `(select start from bough_channels where topic = $1 and channel = '')::text
  || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

const LAST = `coalesce((select last from bough_channels where topic = $1 and channel = $2), 0)`;

// The event of a position; of 0, the first one.
const BOUNDS = `select ${START} as start, ${LAST} as last, exists (
    select from bough_events
    where topic = $1 and channel = $2 and position = greatest($3::bigint, 1)
      and position > ${LAST} - $4::bigint
      and published_at >= now() - $5::bigint * interval '1 millisecond'
  ) as "isKept"`;

const READ = `select state.*, page.position, page.data
  from (select ${START} as start, ${LAST} as last) state
  left join (
    select position, data, sum(bytes) over (order by position) - bytes as before
    from (
      select position, data, bytes from bough_events
      where topic = $1 and channel = $2 and position > $3::bigint order by position limit $4::bigint
    ) event
  ) page on page.before < $5::bigint
  order by page.position`;

interface StateRow {
  readonly start: string | null;
  readonly last: string | number;
}

export class EventTable implements EventLog {
  readonly #options: TableOptions;
  readonly #trimming: Trimming;

  constructor(options: TableOptions) {
    this.#options = options;
    this.#trimming = new Trimming(options);
  }

  async append(channel: string, data: string): Promise<void> {
    const { pool, name, insert } = this.#options;
    this.#trimming.begin();
    await pool.query(insert, [name, channel, data]);
  }

  async bounds(channel: string, position?: string): Promise<Bounds> {
    const { pool, name, keep } = this.#options;
    const asked = position === undefined ? undefined : positionOf(position);
    for (;;) {
      const [row] = await rowsOf<StateRow & { readonly isKept: boolean }>(
        pool,
        BOUNDS,
        name,
        channel,
        asked ?? null,
        keep.events,
        keep.milliseconds,
      );
      if (row !== undefined && row.start !== null) {
        const last = Number(row.last);
        const knows = asked !== undefined && (asked === last || row.isKept);
        return { start: row.start, last: String(last), knows };
      }
      await pool.query(
        `insert into bough_channels (topic, channel, start) values ($1, '', gen_random_uuid())
         on conflict (topic, channel) do update set start = excluded.start
         where bough_channels.start is null`,
        [name],
      );
    }
  }

  async read(
    channel: string,
    { start, after: asked, events: most, bytes }: ReadFrom,
  ): Promise<LogPage | undefined> {
    const { pool, name, keep } = this.#options;
    const after = positionOf(asked) ?? Infinity;
    const rows = await rowsOf<StateRow & { position: string | number | null; data: string }>(
      pool,
      READ,
      name,
      channel,
      after,
      most,
      bytes,
    );
    const last = Number(rows[0]?.last);
    if (rows[0]?.start !== start || after > last || after < last - keep.events) {
      return undefined;
    }
    const events = rows.flatMap(({ position, data }) =>
      position === null ? [] : [{ position: String(position), data }],
    );
    const end = after + events.length;
    // Trimming removes from the front, so a page has no gap inside.
    const follows =
      events.length === 0 ? after === last : Number(events[0]?.position) === after + 1;
    return follows ? { events, position: String(end), more: end < last } : undefined;
  }

  async watch(channel: string, wake: () => void): Promise<() => void> {
    this.#trimming.begin();
    return this.#options.wakes.watch(channel, wake);
  }

  /** Makes all ids unknown. */
  async reset(): Promise<void> {
    const { pool, name, wakes } = this.#options;
    await pool.query(
      `insert into bough_channels (topic, channel, start) values ($1, '', gen_random_uuid())
       on conflict (topic, channel) do update set start = excluded.start`,
      [name],
    );
    await wakes.wakeAll();
  }

  async close(): Promise<void> {
    this.#trimming.end();
    await this.#options.wakes.close();
  }
}

function positionOf(text: string): number | undefined {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}
