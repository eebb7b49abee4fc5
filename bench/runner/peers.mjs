// The libraries that Bough is measured beside have a package.json and a lock file of their own, in
// bench/peers, so that working on Bough does not need them. A bench that wants them gets them here.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../peers/", import.meta.url));

/** Installs bench/peers where it is missing or is not what its lock file says. */
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
