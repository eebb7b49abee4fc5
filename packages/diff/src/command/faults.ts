// The faults that a command found in the project, with details below the message.

/** Ends the command with its message, the details and exit code 1. */
export class Faults extends Error {
  override readonly name = "Faults";
  readonly details: string;

  constructor(message: string, details: string) {
    super(message);
    this.details = details;
  }
}

/** Ends the command with exit code 1 after a report that says everything. */
export class Found extends Error {
  override readonly name = "Found";
}
