// Builds all packages, or those that are named: usage: build.mjs [bough-openapi …]

import { spawnSync } from "node:child_process";
import { packages } from "./packages.mjs";

const [, , ...names] = process.argv;

for (const { folder, manifest } of packages()) {
  if (names.length > 0 && !names.includes(manifest.name)) continue;
  const { status } = spawnSync("npm", ["run", "build", "--silent"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error(`${manifest.name} does not build.`);
    process.exit(1);
  }
}
