// The commands that other packages bring, from the project or beside the command line.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AddCommands, Toolkit } from "bough-cli/toolkit";
import type { Command } from "commander";
import { resolveEntry } from "./load-module.ts";
import { WrongUse } from "./wrong-use.ts";

export type CommandPackages = Readonly<Record<string, readonly string[]>>;

const PACKAGES: CommandPackages = {
  "bough-diff": ["contract", "diff"],
  "bough-import": ["import", "eject"],
  "bough-mcp": ["mcp"],
  "bough-migrate": ["migrate"],
};

/** Adds the command that was asked for, or all if it is not one of these. A missing package has a command that says so. */
export async function addPackages(
  bough: Command,
  toolkit: Toolkit,
  { asked = "", packages = PACKAGES }: { asked?: string | undefined; packages?: CommandPackages },
): Promise<void> {
  if (bough.commands.some((one) => one.name() === asked)) {
    return;
  }
  const all = Object.entries(packages);
  const wanted = all.filter(([, commands]) => commands.includes(asked));
  for (const [name, commands] of wanted.length > 0 ? wanted : all) {
    const found = entryOf(name);
    if (found === undefined) {
      commands.forEach((command) => addMissing(bough, command, name));
    } else {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all packages have one version
      const loaded = (await import(pathToFileURL(found).href)) as { addCommands: AddCommands };
      loaded.addCommands(bough, toolkit);
    }
  }
}

function entryOf(name: string): string | undefined {
  const entry = `${name}/command`;
  return (
    resolveEntry(entry, join(process.cwd(), "package.json")) ??
    resolveEntry(entry, fileURLToPath(import.meta.url))
  );
}

function addMissing(bough: Command, command: string, name: string): void {
  const install = `npm install --save-dev ${name}`;
  bough
    .command(command)
    .description(`Not installed: ${install}`)
    .argument("[given...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(() => {
      throw new WrongUse(`\`bough ${command}\` is in the package ${name}: ${install}`);
    });
}
