// The output of a command: its result on stdout, everything else on stderr.
import { printable } from "./printable.ts";

const QUIET_MILLISECONDS = 1_000;

/** Where a command prints. */
export interface Streams {
  readonly stdout: Pick<NodeJS.WriteStream, "write">;
  readonly stderr: Pick<NodeJS.WriteStream, "write" | "isTTY" | "hasColors">;
}

/** The output of one command. */
export class Output {
  /** Whether stderr is a terminal that shows colors. */
  readonly colors: boolean;
  readonly #streams: Streams;
  readonly #start = performance.now();
  #line = "";

  constructor(streams: Streams) {
    this.#streams = streams;
    this.colors = streams.stderr.isTTY && streams.stderr.hasColors();
  }

  /** Writes the result as it is. */
  write(text: string): void {
    this.#clear();
    this.#streams.stdout.write(text);
  }

  /** Prints a line of the result. */
  print(text: string): void {
    this.write(`${printable(text)}\n`);
  }

  /** Prints lines of the result that end themselves. */
  lines(text: string): void {
    this.write(printable(text));
  }

  /** Prints a line beside the result. */
  note(text: string): void {
    this.details(`bough: ${text}\n`);
  }

  /** Prints lines beside the result that end themselves. */
  details(text: string): void {
    this.colored(printable(text));
  }

  /** Prints lines as they are, such as the compiler's, which have colors. */
  colored(text: string): void {
    this.#clear();
    this.#streams.stderr.write(text);
  }

  /** Shows on a terminal what the command is doing, if that takes more than a second. */
  progress(text: string): void {
    if (!this.#streams.stderr.isTTY || performance.now() - this.#start < QUIET_MILLISECONDS) {
      return;
    }
    this.#clear();
    this.#line = text;
    this.#streams.stderr.write(text);
  }

  /** Removes the line of progress. */
  end(): void {
    this.#clear();
  }

  #clear(): void {
    if (this.#line !== "") {
      this.#streams.stderr.write("\r\u001B[K");
    }
    this.#line = "";
  }
}
