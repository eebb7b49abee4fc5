// The program that `bough-cli/register` runs before a schemas file is loaded. Its argument is the module.
import { keepSchemas } from "./schemas/kept-schemas.ts";

const [, , entry = ""] = process.argv;
try {
  keepSchemas(entry);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
