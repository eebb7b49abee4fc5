// Writes a contestant's generated project: below bench/ for Bough, below bench/peers/ for others, so that
// its imports resolve.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TYPES, typesOf } from "./contestants.mjs";

const config = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  },
  include: ["src"],
};

/** Writes the project for a number of endpoints. Returns its folder. */
export async function writeProject(name, endpoints) {
  const { filesOf } = await import(typesOf(name));
  const home = TYPES[name].peer ? "../peers/.gen/" : "../.gen/";
  const folder = new URL(`${home}${name}-${endpoints}/`, import.meta.url);
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries(filesOf(endpoints / 5))) {
    const at = new URL(`src/${file}`, folder);
    mkdirSync(new URL(".", at), { recursive: true });
    writeFileSync(at, text);
  }
  writeFileSync(new URL("tsconfig.json", folder), JSON.stringify(config, null, 2));
  return fileURLToPath(folder);
}
