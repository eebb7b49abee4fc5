// The entries in one file that several processes append to and read, instead of a database.
// Each line is an entry, and the first line with an id counts. Positions are byte offsets in the
// file, so they are the same for every process.
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Entry } from "./api.ts";

/** An entry and the position where its line ends. */
export interface Stored {
  readonly entry: Entry;
  readonly position: number;
}

const NEWLINE = 0x0a;
/** Milliseconds between two checks for entries of other processes. */
const LOOK = 50;

/** The journal in one process. */
export class Journal {
  readonly #file: FileHandle;
  readonly #stored: Stored[] = [];
  readonly #byId = new Map<string, Entry>();
  /** The bytes read so far, always whole lines. */
  #read = 0;
  #reading: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<Journal> {
    const file = await open(path, "a+");
    // Syncs the directory, because the name of a new file is stored there.
    const folder = await open(dirname(path), "r");
    await folder.sync();
    await folder.close();
    return new Journal(file);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async find(id: string): Promise<Entry | undefined> {
    await this.#catchUp();
    return this.#byId.get(id);
  }

  async after(position: number, limit: number): Promise<Stored[]> {
    await this.#catchUp();
    return this.#after(position).slice(0, limit);
  }

  /** Stores an entry. Resolves when it is on disk, with the entry that is stored under this id. */
  async append(entry: Entry): Promise<Entry> {
    // Starts with a newline, because a killed process may have left half a line.
    const line = Buffer.from(`\n${JSON.stringify(entry)}\n`);
    // A single write with O_APPEND, so lines of several processes do not mix.
    const { bytesWritten } = await this.#file.write(line);
    if (bytesWritten !== line.length) {
      throw new Error(`the disk took ${bytesWritten} of ${line.length} bytes`);
    }
    await this.flush();
    // Another process may have stored this id first.
    return (await this.find(entry.id)) ?? entry;
  }

  /** Resolves when everything in the file is on disk, including entries of other processes. */
  async flush(): Promise<void> {
    await this.#file.datasync();
  }

  /** The entries after a position, then new ones as they arrive. */
  async *follow(position: number, signal: AbortSignal): AsyncGenerator<Stored, void, undefined> {
    let last = position;
    while (!signal.aborted) {
      for (const stored of await this.after(last, Infinity)) {
        yield stored;
        last = stored.position;
      }
      await pause(LOOK, undefined, { signal }).catch(() => undefined);
    }
  }

  #after(position: number): Stored[] {
    const first = this.#stored.findIndex((stored) => stored.position > position);
    return first < 0 ? [] : this.#stored.slice(first);
  }

  // Reads run one after the other, so each caller sees everything that was in the file when it asked.
  #catchUp(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readOn());
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    const { size } = await this.#file.stat();
    if (size <= this.#read) {
      return;
    }
    const content = Buffer.alloc(size - this.#read);
    const { bytesRead } = await this.#file.read(content, 0, content.length, this.#read);
    const text = content.subarray(0, bytesRead);
    let start = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
      const line = text.toString("utf8", start, end);
      start = end + 1;
      this.#take(line, this.#read + start);
    }
    this.#read += start;
  }

  #take(line: string, position: number): void {
    const entry = entryOf(line);
    if (entry !== undefined && !this.#byId.has(entry.id)) {
      this.#byId.set(entry.id, entry);
      this.#stored.push({ entry, position });
    }
  }
}

/** The entry of a line; `undefined` for half a line, which was never acknowledged. */
function entryOf(line: string): Entry | undefined {
  if (line === "") {
    return undefined;
  }
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
