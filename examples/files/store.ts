// The files on disk, and what is known of them in memory. It knows nothing of HTTP.
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StoredFile } from "./api.ts";

/** What a sender says of a file. */
export interface FileHead {
  readonly title: string;
  readonly name: string;
  readonly mediaType: string;
}

/** The files in one folder. */
export class FileStore {
  readonly #folder: string;
  readonly #files = new Map<string, StoredFile>();
  /** Every file that has ever arrived, removed ones too: an arrival's number is its place here. */
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

  /** Writes a file while it arrives, no faster than the disk takes it; `add` makes it one of the files. */
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

  /** Adds a file that has been written, and tells of its arrival. */
  add(file: StoredFile): void {
    this.#files.set(file.id, file);
    this.#arrived.push(file);
    this.#emitter.emit("arrival");
  }

  /** The content under its name; read from disk when it is asked for. */
  async open({ id, name, mediaType: type }: StoredFile): Promise<File> {
    return new File([await openAsBlob(this.#path(id))], name, { type });
  }

  async remove(id: string): Promise<void> {
    this.#files.delete(id);
    await rm(this.#path(id), { force: true });
  }

  /** How many files have ever arrived. */
  get count(): number {
    return this.#arrived.length;
  }

  /** The files after the first `seen` ones, and each that arrives until the signal aborts. */
  async *arrivals(seen: number, signal: AbortSignal): AsyncGenerator<[number, StoredFile]> {
    for (let number = Math.min(seen, this.count); ; number++) {
      while (number >= this.count) {
        await once(this.#emitter, "arrival", { signal });
      }
      yield [number + 1, this.#arrived[number] as StoredFile];
    }
  }

  // The name is ours: what a sender calls a file is never a path.
  #path(id: string): string {
    return join(this.#folder, id);
  }
}
