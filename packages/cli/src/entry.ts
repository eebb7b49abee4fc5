// The argument of a command that names a module: `file` or `file#export`.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { WrongUse } from "./wrong-use.ts";

export interface EntryArgument {
  /** The absolute path. */
  readonly file: string;
  /** The path as the user wrote it. */
  readonly path: string;
  readonly name: string | undefined;
}

/** Reads the argument; throws a `WrongUse` if there is no such module. */
export function entryOf(argument: string): EntryArgument {
  // A file may have a `#` in its name.
  const hash = existsSync(argument) ? -1 : argument.lastIndexOf("#");
  const path = hash < 0 ? argument : argument.slice(0, hash);
  const name = hash < 0 ? undefined : argument.slice(hash + 1);
  const file = resolve(path);
  refuseOther(file, path);
  return { file, path, name };
}

function refuseOther(file: string, name: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new WrongUse(`there is no file ${name} in ${process.cwd()}`);
  }
  if (found.isDirectory()) {
    throw new WrongUse(`${name} is a folder: name the module that exports the API`);
  }
  if (!/\.[cm]?[jt]sx?$/.test(file)) {
    throw new WrongUse(`${name} is not a module: expected a file that ends in .ts or .js`);
  }
}
