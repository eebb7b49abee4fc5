// usage: node bench/runs/client.mjs <contestant>    prints microseconds per call, by call
// `fetch` is a stub that answers at once with a new Response.
import { isDeepStrictEqual } from "node:util";
import { REQUESTS } from "../apps/shared.mjs";
import { clientOf } from "../runner/contestants.mjs";

const WARM = 400;
const MEASURED = 600;
const [, , name] = process.argv;
const { connect, envelope = (value) => value } = await import(clientOf(name));

let current = "get";
let asked;
const texts = Object.fromEntries(
  Object.entries(REQUESTS).map(([key, { answer }]) => [key, JSON.stringify(envelope(answer))]),
);
const headers = { "content-type": "application/json" };
const stub = async (input, init) => {
  asked = { input, init };
  return new Response(texts[current], { status: REQUESTS[current].status, headers });
};
const client = await connect("http://localhost:3000", stub);
const GIVEN = { get: "u1", post: JSON.parse(REQUESTS.post.body), query: { limit: 10 } };

for (const key of Object.keys(GIVEN)) {
  current = key;
  const value = await client[key](GIVEN[key]);
  const { input, init } = asked;
  const method = init?.method ?? input.method ?? "GET";
  const url = String(input.url ?? input);
  const sent = REQUESTS[key];
  if (
    !isDeepStrictEqual({ ...value }, sent.answer) ||
    (connect.ownUrls !== true && (method !== sent.method || !url.endsWith(sent.path)))
  ) {
    throw new Error(`${name} ${key}: ${method} ${url} gave ${JSON.stringify(value)}`);
  }
}

async function time(key, milliseconds) {
  current = key;
  const call = client[key];
  const given = GIVEN[key];
  const before = process.cpuUsage();
  let calls = 0;
  let spent = 0;
  while (spent < milliseconds * 1000) {
    for (let times = 0; times < 100; times++, calls++) await call(given);
    const now = process.cpuUsage(before);
    spent = now.user + now.system;
  }
  return spent / calls;
}

const figures = {};
for (const key of Object.keys(GIVEN)) await time(key, WARM);
for (const key of Object.keys(GIVEN)) figures[key] = await time(key, MEASURED);
console.log(JSON.stringify(figures));
process.exit(0);
