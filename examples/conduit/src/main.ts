// Starts one process: the API, the docs page and the page, until a signal ends it.
// usage: node dist/main.js [--port 3000] [--hostname 127.0.0.1] [--data FOLDER] [--samples]
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listen } from "bough/node";
import { accessLog } from "bough/server";
import { Passwords } from "./accounts/passwords.ts";
import { Tokens } from "./accounts/tokens.ts";
import { Database, DatabaseUnavailable } from "./database/database.ts";
import { embedded } from "./database/embedded.ts";
import { postgres } from "./database/postgres.ts";
import { routeHealth } from "./health.ts";
import { createConduit } from "./server.ts";
import { addSamples } from "./samples.ts";
import { readSettings } from "./settings.ts";
import { routeSite } from "./site.ts";

const settings = await readSettings(process.argv.slice(2), process.env);
const { databaseUrl, folder, publicUrl, samples } = settings;

// Loaded only if there is a collector.
const telemetry = process.env["OTEL_EXPORTER_OTLP_ENDPOINT"]
  ? (await import("./telemetry.ts")).startTelemetry()
  : undefined;
const driver =
  databaseUrl === undefined ? embedded({ folder: `${folder}/database` }) : postgres(databaseUrl);
const database = new Database(telemetry?.traced(driver) ?? driver);
const passwords = new Passwords();
const server = createConduit(
  {
    database,
    passwords,
    tokens: new Tokens(settings.secret, settings.tokenSeconds),
  },
  {
    observe: [...(telemetry ? [telemetry.observe] : []), accessLog((line) => console.log(line))],
    ...(publicUrl !== undefined && { publicUrl }),
  },
);
let isEnding = false;
routeHealth(server, database, () => isEnding);

const page = fileURLToPath(new URL("../page/dist/", import.meta.url));
if (existsSync(page)) await routeSite(server, page);

const { hostname, port } = settings;
const listening = await listen(server, { hostname, port });
console.log(`
The page   ${listening.url}/
The API    ${listening.url}/api
Its docs   ${listening.url}/docs

Ctrl-C ends it.
`);
// The database opens while people look at the page.
const opened = samples ? addSamples(database, passwords) : database.query("select 1");
opened.catch(async (error: unknown) => {
  console.error(error);
  // A server that is down comes back. Another error stays.
  if (error instanceof DatabaseUnavailable) return;
  process.exitCode = 1;
  await end();
});

async function end(): Promise<void> {
  isEnding = true;
  await listening.close();
  await database.close();
  await telemetry?.stop();
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());
