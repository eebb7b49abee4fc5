// The command `bough migrate`, for the command line of Bough.
import type { Command, Toolkit } from "bough-cli/toolkit";

/** Ends a command with 1 after a report that says everything. */
class Found extends Error {
  override readonly name = "Found";
}

/** Adds `bough migrate`. */
export function addCommands(bough: Command, { output }: Toolkit): void {
  bough
    .command("migrate")
    .description(
      "Rewrites a project: for the next version of Bough, or from ts-rest or openapi-fetch.",
    )
    .argument("[given...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (given: readonly string[]) => {
      const { run } = await import("./run.ts");
      const code = await run(given, (text) => output.write(text));
      output.end();
      if (code === 1) {
        throw new Found();
      }
    });
}
