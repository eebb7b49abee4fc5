/** Ends the command with exit code 1 after a report that says everything. */
export class Found extends Error {
  override readonly name = "Found";
}
