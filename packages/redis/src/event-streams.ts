// The log of a topic in Redis: a stream for each channel, whose entries carry the id of the entry before them. A position
// is an id; before the first entry, it is `0-<now>`, which is lower than every id and says since when it is one.
import { randomUUID } from "node:crypto";
import type { EventLog } from "bough/server";
import type { Bounds, Keep, LogPage, ReadFrom } from "bough/types";
import { scriptOf, type Connection, type Subscriber } from "./connection.ts";

/** Milliseconds until replicas must have confirmed an event. */
const CONFIRMATION = 2_000;
/** Milliseconds until a channel in use is read again, though a wake-up was lost. */
const REST = 60_000;
/** Milliseconds for which a stream outlives its last event. Channels in use are prolonged in each rest. */
const GRACE = 2 * REST;
/** How many parts of the channels in use are woken in turn. */
const TURNS = 10;

const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
local function millisecondsOf(id) return tonumber(string.match(id, '^(%d+)%-')) end
local function originOf(id) return tonumber(string.match(id, '^0%-(%d+)$') or nil) end
local function lastOf(key) return redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1] end
`;

// KEYS: stream; ARGV: data, events, milliseconds, wake-up, expiry. MAXLEN and MINID exclude each other.
const APPEND = scriptOf(`${NOW}
local last = lastOf(KEYS[1])
redis.call('XADD', KEYS[1], '*', 'd', ARGV[1], 'p', last and last[1] or '0-0')
redis.call('XTRIM', KEYS[1], 'MAXLEN', '=', ARGV[2])
redis.call('XTRIM', KEYS[1], 'MINID', '=', text(math.max(now - ARGV[3], 0)))
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PUBLISH', ARGV[4], '')
return 1`);

// KEYS: stream, start; ARGV: a new start, milliseconds, position, expiry. A position before the first entry is known as
// long as no stream can have begun and expired since.
const BOUNDS = scriptOf(`${NOW}
redis.call('SET', KEYS[2], ARGV[1], 'NX')
local start = redis.call('GET', KEYS[2])
local asked = ARGV[3]
local oldest = now - ARGV[2]
local origin = originOf(asked)
local last = lastOf(KEYS[1])
if not last then
  return {start, '0-' .. text(now), origin and now - origin < tonumber(ARGV[4]) and origin <= now and 1 or 0}
end
local first = redis.call('XRANGE', KEYS[1], origin and '-' or asked, origin and '+' or asked, 'COUNT', 1)[1]
local isKept = first and millisecondsOf(first[1]) >= oldest
if origin then
  isKept = isKept and first[2][4] == '0-0' and origin <= now and millisecondsOf(first[1]) - origin < tonumber(ARGV[4])
end
return {start, last[1], (isKept or asked == last[1]) and 1 or 0}`);

// KEYS: stream, start; ARGV: start, expiry, after, events, bytes. The first entry must follow on the position.
// Reading prolongs the stream: a channel in use does not expire.
const READ = scriptOf(`${NOW}
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return false end
local after = ARGV[3]
local origin = originOf(after)
local page = {0, after}
local count, bytes = 0, 0
repeat
  local batch = redis.call('XRANGE', KEYS[1], '(' .. page[2], '+', 'COUNT', 20)
  for _, entry in ipairs(batch) do
    if count == tonumber(ARGV[4]) or bytes >= tonumber(ARGV[5]) then
      page[1] = 1
      break
    end
    local before = entry[2][4]
    if count == 0 and before ~= after and not (before == '0-0' and origin
      and millisecondsOf(entry[1]) - origin < tonumber(ARGV[2])) then
      return false
    end
    count = count + 1
    bytes = bytes + #entry[2][2]
    page[2] = entry[1]
    page[#page + 1] = entry[1]
    page[#page + 1] = entry[2][2]
  end
until page[1] == 1 or #batch < 20
if count == 0 then
  local last = lastOf(KEYS[1])
  if not last and origin and now - origin < tonumber(ARGV[2]) then
    page[2] = '0-' .. text(now)
  elseif not last or last[1] ~= after then
    return false
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return page`);

const PROLONG = scriptOf(`return redis.call('PEXPIRE', KEYS[1], ARGV[1])`);

/** A log in streams. */
export interface StreamOptions {
  readonly connection: Connection;
  readonly name: string;
  readonly keep: Required<Keep>;
  /** How many replicas confirm an event. */
  readonly replicas: number;
}

interface Watched {
  readonly stream: string;
  readonly wakers: Set<() => void>;
}

export class EventStreams implements EventLog {
  readonly #options: StreamOptions;
  /** The hash tag keeps a topic in one slot of a cluster. */
  readonly #prefix: string;
  readonly #expiry: string;
  /** By the name of the wake-up. */
  readonly #watched = new Map<string, Watched>();
  #subscriber: Promise<Subscriber> | undefined;
  #writer: Connection | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Iterator<[string, Watched]> | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#prefix = `bough:{${options.name}}`;
    this.#expiry = String(options.keep.milliseconds + GRACE);
  }

  async append(channel: string, data: string): Promise<void> {
    const { connection, keep, replicas } = this.#options;
    this.#writer ??= connection.once();
    const key = this.#streamOf(channel);
    const limits = [String(keep.events), String(keep.milliseconds)];
    const given = [data, ...limits, this.#wakeOf(channel), this.#expiry];
    await this.#writer.run(APPEND, [key], given);
    if (replicas > 0) {
      const confirmed = await this.#writer.wait(key, replicas, CONFIRMATION);
      if (confirmed < replicas) {
        throw new Error(
          `the event is on ${confirmed} of ${replicas} replicas after ${CONFIRMATION} ms: a failover may lose it`,
        );
      }
    }
  }

  async bounds(channel: string, position?: string): Promise<Bounds> {
    const asked = position !== undefined && POSITION.test(position) ? position : undefined;
    const { connection, keep } = this.#options;
    const given = [randomUUID(), String(keep.milliseconds), asked ?? "0-0", this.#expiry];
    const reply = await connection.run(BOUNDS, this.#keysOf(channel), given);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script returns it
    const [start, last, knows] = reply as [string, string, number];
    return { start, last, knows: asked !== undefined && knows === 1 };
  }

  async read(
    channel: string,
    { start, after, events: most, bytes }: ReadFrom,
  ): Promise<LogPage | undefined> {
    const given = [start, this.#expiry, after, String(most), String(bytes)];
    const reply = await this.#options.connection.run(READ, this.#keysOf(channel), given);
    if (!Array.isArray(reply)) {
      return undefined;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script returns it
    const [more, position, ...texts] = reply as [number, string, ...string[]];
    const events = [];
    for (let at = 0; at < texts.length; at += 2) {
      events.push({ position: texts[at] ?? "", data: texts[at + 1] ?? "" });
    }
    return { events, position, more: more === 1 };
  }

  async watch(channel: string, wake: () => void): Promise<() => void> {
    const name = this.#wakeOf(channel);
    const stream = this.#streamOf(channel);
    const watched = this.#watched.get(name) ?? { stream, wakers: new Set() };
    this.#watched.set(name, watched);
    watched.wakers.add(wake);
    const stop = (): void => {
      watched.wakers.delete(wake);
      if (watched.wakers.size === 0 && this.#watched.get(name) === watched) {
        this.#watched.delete(name);
        this.#subscriber?.then(async (subscriber) => subscriber.unsubscribe(name)).catch(ignored);
      }
    };
    try {
      this.#subscriber ??= this.#options.connection.subscriber({
        heard: (heard) => this.#watched.get(heard)?.wakers.forEach((one) => one()),
        restored: () => this.#watched.forEach(({ wakers }) => wakers.forEach((one) => one())),
      });
      await (await this.#subscriber).subscribe(name);
    } catch (error) {
      stop();
      throw error;
    }
    this.#timer ??= this.#takeTurns();
    return stop;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#writer !== this.#options.connection) {
      this.#writer?.close();
    }
    await this.#subscriber?.then((subscriber) => subscriber.close(), ignored);
  }

  /** Prolongs and wakes a part of the channels in use, so that none expires, and none waits for a lost wake-up. */
  #takeTurns(): NodeJS.Timeout {
    return setInterval(() => {
      const count = Math.ceil(this.#watched.size / TURNS);
      for (let woken = 0; woken < count; woken++) {
        this.#turn ??= this.#watched.entries();
        const { done, value } = this.#turn.next();
        if (done === true) {
          this.#turn = undefined;
          return;
        }
        const [, { stream, wakers }] = value;
        this.#options.connection.run(PROLONG, [stream], [this.#expiry]).catch(ignored);
        wakers.forEach((wake) => wake());
      }
    }, REST / TURNS).unref();
  }

  #keysOf(channel: string): string[] {
    return [this.#streamOf(channel), `${this.#prefix}:start`];
  }

  #streamOf(channel: string): string {
    return `${this.#prefix}:events:${channel}`;
  }

  #wakeOf(channel: string): string {
    return `${this.#prefix}:wake:${channel}`;
  }
}

const POSITION = /^(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})$/;

function ignored(): void {}
