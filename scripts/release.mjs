// The steps of a release: all packages have one version, and need each other in exactly this one.
// usage: node scripts/release.mjs prepare 0.2.0   writes the version and the date, to be committed and tagged
//        node scripts/release.mjs check 0.2.0     fails unless this is the version of the commit
//        node scripts/release.mjs notes 0.2.0     prints what CHANGELOG.md says of a version
//        node scripts/release.mjs publish         publishes each package after those that it needs

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packages } from "./packages.mjs";

const [command, version] = process.argv.slice(2);
const commands = { prepare, check, notes, publish };
if (!Object.hasOwn(commands, command ?? "") || (command !== "publish" && !isVersion(version))) {
  stop("usage: node scripts/release.mjs prepare|check|notes <version>, or publish");
}
commands[command]();

function prepare() {
  const changes = readFileSync("CHANGELOG.md", "utf8");
  const heading = /^## \[(?:[^\]]+)\] - Unreleased$|^## \[Unreleased\]$/m;
  if (!heading.test(changes)) stop('CHANGELOG.md has no section "Unreleased"');
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync("CHANGELOG.md", changes.replace(heading, `## [${version}] - ${today}`));
  const all = packages();
  keepReleasedClient(all[0].manifest.version);
  const names = new Set(all.map(({ manifest }) => manifest.name));
  for (const { folder } of all) setVersion(join(folder, "package.json"), names);
  const agent = "packages/testing/src/conformance/conformance.ts";
  const source = readFileSync(agent, "utf8");
  writeFileSync(agent, source.replace(/const VERSION = ".*";/, `const VERSION = "${version}";`));
  run("npm", "install", "--package-lock-only", "--ignore-scripts");
  run("npm", "run", "format");
  console.log(
    `Next: .ci/run --all, then\n  git commit -am "build: version ${version}"\n  git tag v${version}\n  git push --follow-tags origin main v${version}`,
  );
}

/** The version that is on npm becomes a client that test/wire.test.ts runs from now on. */
function keepReleasedClient(released) {
  if (released === version) return;
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  manifest.devDependencies[`bough-${released}`] = `npm:bough@${released}`;
  writeFileSync("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The version of a package, and of the packages that it needs of those that are released with it. */
function setVersion(file, names) {
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.version = version;
  for (const kind of ["dependencies", "peerDependencies", "devDependencies"]) {
    for (const name of Object.keys(manifest[kind] ?? {})) {
      if (names.has(name)) manifest[kind][name] = version;
    }
  }
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function check() {
  const wrong = packages().filter(({ manifest }) => manifest.version !== version);
  if (wrong.length > 0) {
    const found = wrong.map(({ manifest }) => `${manifest.name} ${manifest.version}`).join(", ");
    stop(`the version is not ${version}: ${found}`);
  }
  section();
}

function notes() {
  console.log(section());
}

/** What CHANGELOG.md says of the version. */
function section() {
  const parts = readFileSync("CHANGELOG.md", "utf8").split(/^(?=## \[)/m);
  const found = parts.find((part) => part.startsWith(`## [${version}] - 2`));
  if (found === undefined) stop(`CHANGELOG.md has no section with a date for ${version}`);
  return found.slice(found.indexOf("\n")).trim();
}

function publish() {
  for (const { manifest } of packages()) {
    // A run that stopped half-way goes on with the rest.
    const { stdout } = spawnSync("npm", [
      "view",
      `${manifest.name}@${manifest.version}`,
      "version",
    ]);
    if (String(stdout).trim() === manifest.version) continue;
    run("npm", "publish", "--workspace", manifest.name, "--access", "public");
  }
}

function isVersion(text) {
  return /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(text ?? "");
}

function run(...words) {
  const { status } = spawnSync(words[0], words.slice(1), { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
