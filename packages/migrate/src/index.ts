// `npx bough-migrate`: rewrites a project for the next version of Bough, or from another library.
import { run } from "./run.ts";

try {
  process.exitCode = await run(process.argv.slice(2), (text) => void process.stdout.write(text));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof Error && error.name === "WrongUse" ? 2 : 1;
}
