// The libraries for comparison have their own package.json and lock file in bench/peers, so you do not
// need them to work on Bough. A bench that needs them installs them here.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../peers/", import.meta.url));

/** Installs bench/peers if it is missing or differs from its lock file. */
export function ensurePeers() {
  if (upToDate()) return;
  console.log(
    "The libraries to compare with are not installed: `npm ci` in bench/peers, once (about 430 MB).\n" +
      "Without them: name contestants that need none, such as `raw,bough`.",
  );
  const { status, error } = spawnSync("npm", ["ci"], { cwd: folder, stdio: "inherit" });
  if (status === 0) return;
  console.error(`npm ci in bench/peers failed${error === undefined ? "." : `: ${error.message}`}`);
  process.exit(1);
}

function upToDate() {
  const wanted = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  if (installed === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || optional || installed[path]?.version === version,
  );
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(`${folder}${file}`, "utf8")).packages;
  } catch {
    return undefined;
  }
}
