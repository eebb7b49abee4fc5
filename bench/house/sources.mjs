// The sources of `packages/bough/src`: their lines, and what each file imports, types included.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

const home = new URL("../../packages/bough/src/", import.meta.url);

/** From each file to its lines, its text and the files that it imports. Tests are left out. */
export const sources = new Map(
  readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, home), "utf8");
      return [file, { lines: text.split("\n").length - 1, text, imports: importsOf(file, text) }];
    }),
);

/** The files that some files import, directly or not, those included. */
export function reached(...entries) {
  const found = new Set();
  const waiting = entries.filter((file) => sources.has(file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (!found.has(file)) {
      found.add(file);
      waiting.push(...sources.get(file).imports);
    }
  }
  return [...found];
}

/** A reader of how an API is declared, served and called starts at these three. */
export const PATH = ["declare/tree/resource.ts", "serve/kernel.ts", "call/create-client.ts"];

/** The files that such a reader meets, without the parts of a server and the hosts. */
export function readingPath() {
  const isPart = (file) => file.startsWith("serve/parts/") || file.startsWith("hosts/");
  return reached(...PATH, "serve/exchange/fetch-exchange.ts").filter((file) => !isPart(file));
}

/** The lines of some files. */
export function linesOf(files) {
  return files.reduce((sum, file) => sum + sources.get(file).lines, 0);
}

/** The lines of the sources of all packages, without tests. */
export function linesOfPackages() {
  const packages = new URL("../../packages/", import.meta.url);
  return readdirSync(packages, { recursive: true, encoding: "utf8" })
    .filter((file) => /^[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test(?:-d)?\.tsx?$/.test(file))
    .reduce(
      (sum, file) => sum + readFileSync(new URL(file, packages), "utf8").split("\n").length - 1,
      0,
    );
}

/** The room of a file: its folder, at most two deep; `.` for the entries. */
export function roomOf(file) {
  return posix.dirname(file).split("/").slice(0, 2).join("/");
}

function importsOf(file, text) {
  const specifiers = text.matchAll(
    /\bfrom\s*"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)|^import\s+"(\.[^"]+)"/gm,
  );
  return [...specifiers].map(([, from, dynamic, bare]) =>
    posix.join(posix.dirname(file), from ?? dynamic ?? bare),
  );
}
