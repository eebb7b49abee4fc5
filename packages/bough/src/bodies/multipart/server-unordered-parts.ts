// A multipart body whose fields may come after files. Nothing is buffered, so the fields exist after the last part:
// either the handler's loop reads the files, or they are skipped. Waiting for the fields always ends.
import { LONGEST_TIMER } from "../../internal/longest-timer.ts";
import type { ReceivedFile } from "./declared.ts";
import type { MultipartSource } from "./server-read.ts";
import type { OpenRules } from "../../server/options/open-rules.ts";

/** Reads the files of a body. Returns the fields at the end. */
export type UnorderedReader = (
  source: MultipartSource,
  rules: OpenRules,
) => AsyncGenerator<ReceivedFile, object>;

// A loop that awaits the fields would wait for itself. If the handler is only busy between two reads while other
// code awaits the fields, it gets this many milliseconds.
const BUSY = 3_000;

/** The value that the handler gets. */
export class UnorderedParts {
  readonly fields: Promise<object>;
  readonly files: AsyncIterable<ReceivedFile>;
  readonly #parts: AsyncGenerator<ReceivedFile, object>;
  readonly #idle: number;
  #settle: Settle | undefined;
  #loop: "not begun" | "running" | "left" = "not begun";
  #isWanted = false;
  #isRefused = false;
  /** The number of pending reads. */
  #reads = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #skipping: Promise<void> | undefined;
  #hasSkipped = false;

  constructor(stream: ReadableStream<Uint8Array>, rules: OpenRules, read: UnorderedReader) {
    this.#idle = rules.limits.idle;
    this.fields = new WantedPromise<object>(
      (resolve, reject) => {
        this.#settle = { resolve, reject };
      },
      () => this.#want(),
    );
    this.#parts = read(this.#watched(stream), {
      ...rules,
      refuse: (refused) => {
        this.#isRefused = true;
        rules.refuse(refused);
      },
    });
    const iterator: AsyncIterableIterator<ReceivedFile> = {
      next: () => this.#next(),
      return: () => this.#leave(),
      [Symbol.asyncIterator]: () => iterator,
    };
    this.files = iterator;
  }

  async #next(): Promise<IteratorResult<ReceivedFile, undefined>> {
    if (this.#skipping !== undefined) {
      await this.#skipping;
    }
    if (this.#hasSkipped) {
      throw new Error(
        "the files were skipped, since `fields` was awaited first: await it after the loop over `files`",
      );
    }
    if (this.#loop === "left") {
      return DONE;
    }
    this.#loop = "running";
    return this.#take();
  }

  async #leave(): Promise<IteratorResult<ReceivedFile, undefined>> {
    this.#loop = "left";
    if (this.#isWanted) {
      this.#skip();
    }
    return Promise.resolve(DONE);
  }

  /** The next file. After the last one, settles the fields. */
  async #take(): Promise<IteratorResult<ReceivedFile, undefined>> {
    this.#begin();
    try {
      const step = await this.#parts.next();
      if (step.done !== true) {
        return step;
      }
      this.#end((settle) => settle.resolve(step.value));
      return DONE;
    } catch (error) {
      this.#reject(error);
      throw error;
    } finally {
      this.#finish();
    }
  }

  /** Called when code awaits the fields. */
  #want(): void {
    this.#isWanted = true;
    if (this.#loop === "running") {
      this.#expect(Math.min(BUSY, this.#idle));
    } else {
      this.#skip();
    }
  }

  /** Reads the rest if the handler does not take the files. */
  #skip(): void {
    if (this.#isRefused) {
      this.#reject(new Error("the body was refused while its files were read"));
    }
    if (this.#settle !== undefined) {
      this.#skipping ??= this.#skipAll();
    }
  }

  async #skipAll(): Promise<void> {
    try {
      while ((await this.#take()).done !== true) {
        this.#hasSkipped = true;
      }
    } catch {
      // The fields were rejected with this error.
    }
  }

  /** The same bytes. While a read is pending, the handler is not idle. */
  #watched(stream: ReadableStream<Uint8Array>): MultipartSource {
    return {
      getReader: () => {
        const reader = stream.getReader();
        return {
          cancel: (reason) => reader.cancel(reason),
          read: async () => {
            this.#begin();
            try {
              return await reader.read();
            } finally {
              this.#finish();
            }
          },
        };
      },
    };
  }

  #begin(): void {
    this.#reads++;
    clearTimeout(this.#timer);
  }

  #finish(): void {
    this.#reads--;
    this.#expect(this.#idle);
  }

  /** Rejects the fields if the loop reads nothing for this long while code awaits them. */
  #expect(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isWanted && this.#settle && this.#reads === 0 && this.#loop === "running") {
      const stalled = (): void =>
        this.#reject(
          new Error(
            "`fields` is awaited, and the loop over `files` does not read on: await it after the loop",
          ),
        );
      this.#timer = setTimeout(stalled, Math.min(milliseconds, LONGEST_TIMER));
    }
  }

  #reject(error: unknown): void {
    this.#end((settle) => settle.reject(error));
  }

  #end(settle: (settled: Settle) => void): void {
    if (this.#settle !== undefined) {
      settle(this.#settle);
      this.#settle = undefined;
      clearTimeout(this.#timer);
    }
  }
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

interface Settle {
  readonly resolve: (fields: object) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that calls back when code first awaits it. */
class WantedPromise<T> extends Promise<T> {
  readonly #want: () => void;

  constructor(
    run: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
    want: () => void,
  ) {
    super(run);
    this.#want = want;
    super.then(undefined, () => undefined);
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable - every `await` calls it: so it knows
  override then<Fulfilled = T, Rejected = never>(
    fulfilled?: ((value: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    // A loop that begins in the same turn comes first.
    queueMicrotask(this.#want);
    return super.then(fulfilled, rejected);
  }
}
