// nginx for tests: where it is, and one process in front of a server.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program; `undefined` if there is none. `NGINX` may name one. */
export const nginx: string | undefined = [
  process.env["NGINX"] ?? "",
  "nginx",
  "/usr/sbin/nginx",
].find((path) => path !== "" && spawnSync(path, ["-v"]).status === 0);

/** Whether tests with nginx are skipped, which is said. Never on a build server. */
export function isWithoutNginx(subject: string): boolean {
  const isWithout = nginx === undefined && !process.env["CI"];
  if (isWithout) {
    console.warn(`${subject} is not tested behind nginx: there is none; NGINX may name one.`);
  }
  return isWithout;
}

/** Starts nginx with the content of a `server` block, and what is beside it. Resolves when it accepts connections. */
export async function startNginx(
  block: string,
  beside = "",
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  if (nginx === undefined) {
    throw new Error("There is no nginx: apt-get install nginx, or name one in NGINX.");
  }
  const folder = mkdtempSync(join(tmpdir(), "bough-nginx-"));
  // Started by root, nginx works as somebody else.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${name};`)
    .join(" ");
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; error_log stderr; pid nginx.pid; events { worker_connections 4096; }
     http { access_log off; ${paths} ${beside} server { listen 127.0.0.1:${port}; ${block} } }`,
  );
  const child = spawn(nginx, ["-p", folder, "-c", config], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "close");
  const close = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await isOpen(port)) return { port, close };
    if (child.exitCode !== null) break;
    await new Promise((later) => setTimeout(later, 50));
  }
  await close();
  throw new Error(`nginx does not listen: ${errors}`);
}

async function isOpen(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
