// The entries in one file, which several processes append to and read: what a database would be.
// A line is an entry, and the first line of an id is the one that counts. Positions are places in the
// file, so that they mean the same to every process.
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Entry } from "./api.ts";

/** An entry and where its line ends. */
export interface Stored {
  readonly entry: Entry;
  readonly position: number;
}

const NEWLINE = 0x0a;
/** Milliseconds between two looks at what others have appended. */
const LOOK = 50;

/** The journal as one process sees it. */
export class Journal {
  readonly #file: FileHandle;
  readonly #stored: Stored[] = [];
  readonly #byId = new Map<string, Entry>();
  /** Bytes that were read so far: whole lines. */
  #read = 0;
  #reading: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<Journal> {
    const file = await open(path, "a+");
    // The name of a new file is durable when its directory is.
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

  /** Stores an entry; resolves when it is on the disk, with what is stored under this id. */
  async append(entry: Entry): Promise<Entry> {
    // A newline before it too: a process that was killed may have left half a line.
    const line = Buffer.from(`\n${JSON.stringify(entry)}\n`);
    // One write at the end of the file (O_APPEND): lines of several processes do not mix.
    const { bytesWritten } = await this.#file.write(line);
    if (bytesWritten !== line.length) {
      throw new Error(`the disk took ${bytesWritten} of ${line.length} bytes`);
    }
    await this.flush();
    // Another process may have been first.
    return (await this.find(entry.id)) ?? entry;
  }

  /** Resolves when all that is in the file is on the disk, whoever wrote it. */
  async flush(): Promise<void> {
    await this.#file.datasync();
  }

  /** The entries behind a position, and then each as it comes. */
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

  // One after the other, and each from its own start: who asks sees all that was there when they asked.
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

/** The entry of a line; `undefined` for half a line, which nobody was told of. */
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
