// A mistake on the command line, such as a file that does not exist.

/** Ends the command with its message and exit code 2. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}
