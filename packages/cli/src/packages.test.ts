import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addPackages } from "./packages.ts";
import { toolkitOf } from "./toolkit.ts";
import { Output } from "./output.ts";

const packages = { "bough-shout": ["shout"], "bough-nowhere": ["hum", "whistle"] };
const before = process.cwd();
let folder: string;
let printed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bough-commands-"));
  const home = join(folder, "node_modules/bough-shout");
  mkdirSync(home, { recursive: true });
  const manifest = {
    name: "bough-shout",
    type: "module",
    exports: { "./command": "./command.js" },
  };
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(home, "command.js"),
    `export function addCommands(bough, { output }) {
  bough.command("shout").description("Shouts.").argument("<word>").action((word) => {
    output.print(word.toUpperCase());
  });
}`,
  );
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

async function bough(...args: readonly string[]): Promise<void> {
  printed = "";
  const stdout = {
    write: (text: string | Uint8Array): boolean => {
      printed += String(text);
      return true;
    },
  };
  const stderr = { ...stdout, isTTY: false, hasColors: () => false };
  const program = new Command("bough").exitOverride().configureOutput({ writeOut: stdout.write });
  program.command("routes").action(() => undefined);
  await addPackages(program, toolkitOf(new Output({ stdout, stderr })), {
    asked: args[0],
    packages,
  });
  await program.parseAsync(args, { from: "user" });
}

describe("a command of another package", () => {
  test("runs if the project has the package", async () => {
    await bough("shout", "hello");
    expect(printed).toBe("HELLO\n");
  });

  test.each([[["whistle"]], [["whistle", "--help"]], [["whistle", "src/api.ts", "--loud"]]])(
    "names the package if it is missing: %j",
    async (args) => {
      await expect(bough(...args)).rejects.toThrow(
        "`bough whistle` is in the package bough-nowhere: npm install --save-dev bough-nowhere",
      );
    },
  );

  test("is in the help, and a missing one with what to install", async () => {
    await expect(bough("--help")).rejects.toThrow("(outputHelp)");
    expect(printed).toMatch(/shout <word> +Shouts\./);
    expect(printed).toMatch(/hum \S+ +Not installed: npm install --save-dev bough-nowhere/);
  });
});
