// The output of a command: its result on stdout, everything else on stderr.
import { printable } from "./printable.ts";

const QUIET_MILLISECONDS = 1_000;

/** The output of one command. */
export class Output {
  /** Whether stderr is a terminal that shows colors. */
  readonly colors: boolean = process.stderr.isTTY && process.stderr.hasColors();
  readonly #start = performance.now();
  #line = "";

  /** Prints a line of the result. */
  print(text: string): void {
    this.#clear();
    process.stdout.write(`${printable(text)}\n`);
  }

  /** Prints a line beside the result. */
  note(text: string): void {
    this.#clear();
    process.stderr.write(`bough: ${printable(text)}\n`);
  }

  /** Prints lines that end themselves, such as the compiler's, which have colors. Others need `printable`. */
  details(text: string): void {
    this.#clear();
    process.stderr.write(text);
  }

  /** Shows on a terminal what the command is doing, if that takes more than a second. */
  progress(text: string): void {
    if (!process.stderr.isTTY || performance.now() - this.#start < QUIET_MILLISECONDS) {
      return;
    }
    this.#clear();
    this.#line = text;
    process.stderr.write(text);
  }

  /** Removes the line of progress. */
  end(): void {
    this.#clear();
  }

  #clear(): void {
    if (this.#line !== "") {
      process.stderr.write("\r\u001B[K");
    }
    this.#line = "";
  }
}
