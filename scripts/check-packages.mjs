// Checks each package as it would be published: publint, and the types of those that are imported.

import { spawnSync } from "node:child_process";
import { packages } from "./packages.mjs";

for (const { folder, manifest } of packages()) {
  check("publint", "--strict", folder);
  const isImported = Object.values(manifest.exports ?? {}).some((target) => target["bough:source"]);
  if (isImported) check("attw", "--pack", folder, "--profile", "esm-only");
}

function check(...command) {
  const { status } = spawnSync("npx", command, { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
