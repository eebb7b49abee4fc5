// Files on disk, with their metadata in memory. It does not use HTTP.
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StoredFile } from "./api.ts";

/** The metadata that the sender gives. */
export interface FileHead {
  readonly title: string;
  readonly name: string;
  readonly mediaType: string;
}

/** The files in one folder. */
export class FileStore {
  readonly #folder: string;
  readonly #files = new Map<string, StoredFile>();
  /** All files that have arrived, including removed ones. A number is an index plus one. */
  readonly #arrived: StoredFile[] = [];
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): StoredFile[] {
    return [...this.#files.values()];
  }

  find(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }

  /** Writes a file while it arrives, at the speed of the disk. `add` makes it available. */
  async write(
    { title, name, mediaType }: FileHead,
    content: ReadableStream<Uint8Array>,
  ): Promise<StoredFile> {
    const id = randomUUID();
    const path = this.#path(id);
    await mkdir(this.#folder, { recursive: true });
    try {
      await pipeline(content, createWriteStream(path, { flags: "wx" }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const { size: bytes } = await stat(path);
    return { id, title, name, mediaType, bytes };
  }

  /** Adds a written file and sends an event. */
  add(file: StoredFile): void {
    this.#files.set(file.id, file);
    this.#arrived.push(file);
    this.#emitter.emit("arrival");
  }

  /** The content, read from disk on demand. */
  async open({ id, name, mediaType: type }: StoredFile): Promise<File> {
    return new File([await openAsBlob(this.#path(id))], name, { type });
  }

  async remove(id: string): Promise<void> {
    this.#files.delete(id);
    await rm(this.#path(id), { force: true });
  }

  /** The number of files that have arrived, including removed ones. */
  get count(): number {
    return this.#arrived.length;
  }

  /** The files after the first `seen` ones, then new files until the signal aborts. */
  async *arrivals(seen: number, signal: AbortSignal): AsyncGenerator<[number, StoredFile]> {
    for (let number = Math.min(seen, this.count); ; number++) {
      while (number >= this.count) {
        await once(this.#emitter, "arrival", { signal });
      }
      yield [number + 1, this.#arrived[number] as StoredFile];
    }
  }

  // Our id is the name on disk: a sender's file name is never a path.
  #path(id: string): string {
    return join(this.#folder, id);
  }
}
