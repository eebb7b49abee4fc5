// Starts the users API on a port, calls it over HTTP, prints every call with its result, and stays up.
// usage: main.js [--port 3000] [--once]
import { parseArgs } from "node:util";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { Table } from "console-table-printer";
import { routeHome } from "../home.ts";
import { callUsers } from "./client.ts";
import type { Row, Tour } from "./client.ts";
import { createUsersServer, TOKEN } from "./server.ts";

const USAGE = `usage: npm start -- [--port <port>] [--once]
  --port  the port to listen on; PORT in the environment does the same. 3000 if left out, 0 for a free one
  --once  end after the calls: exit code 0 if all were as expected`;

interface Options {
  readonly port: number;
  readonly once: boolean;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: process.env["PORT"] ?? "3000" },
      once: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return undefined;
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new RangeError(`the port is "${values.port}", but a port is a number from 0 to 65535`);
  }
  return { port, once: values.once };
}

async function start(port: number): Promise<Listening> {
  const server = createUsersServer();
  // Here, so that documents and clients are made of the API alone.
  routeHome(server, "/docs");
  try {
    return await listen(server, { port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") {
      throw error;
    }
    const why = code === "EADDRINUSE" ? "is taken" : "needs more rights";
    console.log(`Port ${port} ${why}, so a free one is used; choose one with --port.\n`);
    return listen(server);
  }
}

function print(rows: readonly Row[]): void {
  const { isTTY } = process.stdout;
  const columns = isTTY ? process.stdout.columns : 150;
  const table = new Table({
    shouldDisableColors: !isTTY || process.env["NO_COLOR"] !== undefined,
    columns: [
      { name: "mark", title: " ", alignment: "left" },
      { name: "call", title: "call", alignment: "left" },
      { name: "answer", title: "answer", alignment: "left" },
      {
        name: "result",
        title: "typed result",
        alignment: "left",
        maxLen: Math.max(30, columns - 70),
      },
    ],
  });
  for (const { call, answer, result, expected } of rows) {
    const [mark, told, color] =
      expected === undefined
        ? ["✓", answer, undefined]
        : ["✗", `${answer}, expected ${expected}`, "red"];
    const row = { mark, call: short(call), answer: told, result: short(result) };
    table.addRow(row, color === undefined ? {} : { color });
  }
  table.printTable();
}

/** Shortens ids; the curl lines have whole ones. */
function short(text: string): string {
  return text.replaceAll(/(?<=[\da-f]{8})(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "…");
}

function printCurl(url: string, { ada, grace }: Tour): void {
  const json = "-H 'content-type: application/json'";
  const token = `-H 'authorization: Bearer ${TOKEN}'`;
  const users = `${url}/v1/users`;
  const lines = [
    ["200: the first user", `'${users}?limit=1'`],
    ["200: one user", `${users}/${ada.id}`],
    ["200: a search", `-X QUERY ${json} -d '{"nameStartsWith":"G"}' ${users}`],
    ["201: a new user", `${json} -d '{"name":"Mary","email":"mary@example.test"}' ${users}`],
    ["200: a change", `-X PATCH ${json} ${token} -d '{"name":"Jo"}' ${users}/${grace.id}`],
    ["204: no user any more", `-X DELETE ${token} ${users}/${grace.id}`],
    ["404: the failure that the API declares for it", `${users}/${grace.id}`],
    ["404: no UUID, so no such resource", `${users}/42`],
    ["405: and which methods there are", `-X DELETE ${users}`],
    [
      "200: the tools of a language model",
      `${json} -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' ${url}/mcp`,
    ],
    ["204: the same, asked for", `-X OPTIONS ${users}`],
    ["200: as GET, without the body", `--head ${users}`],
    ["400: every wrong parameter at once", `'${users}?limit=0&role=king'`],
    ["400: what the type of the body says", `-X QUERY ${json} -d '{"nameStartsWith":1}' ${users}`],
    ["400: what the server's own schema says", `${json} -d '{"name":""}' ${users}`],
    ["406: JSON is all there is", `-H 'accept: text/html' ${users}`],
    ["415: JSON is all that is read", `-H 'content-type: text/plain' -d 'Mary' ${users}`],
  ] as const;
  console.log(
    `\nThe server listens on ${url}. Its docs page is ${url}/docs. Try it, in this order:\n`,
  );
  for (const [what, line] of lines) {
    console.log(`# ${what}\ncurl -i ${line}`);
  }
  console.log("\nCtrl-C ends it.");
}

async function run({ port, once }: Options): Promise<void> {
  const listening = await start(port);
  const tour = await callUsers({ baseUrl: listening.url }, TOKEN);
  print(tour.rows);
  const wrong = tour.rows.filter(({ expected }) => expected !== undefined).length;
  const told = wrong === 0 ? "all as expected" : `${wrong} not as expected`;
  console.log(`${tour.rows.length} calls, ${told}.`);
  process.exitCode = wrong === 0 ? 0 : 1;
  if (once) {
    await listening.close();
    return;
  }
  printCurl(listening.url, tour);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // `once`, so a second signal ends the process at once, which is Node's default.
    process.once(signal, () => {
      console.log("\nClosing; answers in flight are finished first.");
      void listening.close({ grace: 2_000 });
    });
  }
}

let options: Options | undefined;
try {
  options = readOptions();
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  process.exit(1);
}
if (options !== undefined) {
  await run(options);
}
