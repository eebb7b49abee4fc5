// How long `compareContracts` takes for 1,000 endpoints against 1,000 with schemas, also as a multiple of parsing both
// with `JSON.parse`. The second contract has a change in every tenth endpoint. `--ceiling` fails above 300 ms.
import { compareContracts } from "bough-diff";

const CEILING = 300;
const COUNT = 1_000;

const [before, after] = [contractWith(() => false), contractWith((index) => index % 10 === 0)];
const [old, young] = [JSON.stringify(before), JSON.stringify(after)];

const parsed = fastest(() => [JSON.parse(old), JSON.parse(young)]);
// Fresh objects each time, as the command line has them: nothing is remembered.
const compared = fastest(() => {
  const pair = [JSON.parse(old), JSON.parse(young)];
  const start = performance.now();
  compareContracts(...pair, { for: "both" });
  return performance.now() - start;
});
const { changes, unknown } = compareContracts(before, after, { for: "both" });
console.log(
  `compareContracts of ${COUNT} endpoints against ${COUNT}: ${compared.toFixed(0)} ms, ${(compared / parsed).toFixed(1)} times JSON.parse of both (${parsed.toFixed(1)} ms, ${old.length + young.length} characters), ${changes.length} changes, ${unknown.length} unknown`,
);
if (process.argv.includes("--ceiling") && compared > CEILING) {
  console.error(`compareContracts takes more than ${CEILING} ms.`);
  process.exitCode = 1;
}

/** A contract in which some endpoints are changed. */
function contractWith(isChanged) {
  const schemas = Object.fromEntries(
    Array.from({ length: COUNT / 4 }, (_, index) => [
      `Thing${index}`,
      object({
        id: { type: "string", format: "uuid" },
        name: { type: "string", maxLength: 100 },
        kind: { enum: ["a", "b", "c"] },
        ...(isChanged(index) ? {} : { note: { type: "string" } }),
        tags: { type: "array", items: { type: "string", pattern: "^[a-z]+$" }, maxItems: 20 },
        owner: {
          anyOf: [object({ user: { type: "string" } }), object({ team: { type: "string" } })],
        },
      }),
    ]),
  );
  const endpoints = Array.from({ length: COUNT }, (_, index) => {
    const name = `Thing${Math.floor(index / 4)}`;
    const schema = { $ref: `#/components/schemas/${name}` };
    const method = ["GET", "POST", "PUT", "PATCH"][index % 4];
    const path = `/v1/things${Math.floor(index / 4)}`;
    const content = [{ kind: "negotiated", mediaType: "application/json", schema }];
    return {
      key: `${method} ${path}`,
      name: [`things${index}`],
      method,
      template: path,
      query: [
        {
          name: "limit",
          required: isChanged(index),
          type: "integer",
          min: 1,
          schema: { type: "integer" },
        },
      ],
      ...(method === "GET" ? {} : { request: { content } }),
      responses: [{ status: 200, content }],
      failures: [{ name: "gone", status: 410, type: "urn:gone", title: "Gone", content: [] }],
    };
  });
  return { format: 1, endpoints, components: { schemas, security: {} } };
}

function object(properties) {
  return { type: "object", properties, required: Object.keys(properties).slice(0, 3) };
}

/** The fastest of many runs in milliseconds: other work on the machine only makes a run slower. */
function fastest(run) {
  let best = Infinity;
  for (let count = 0; count < 20; count += 1) {
    const start = performance.now();
    const measured = run();
    const time = typeof measured === "number" ? measured : performance.now() - start;
    best = Math.min(best, time);
  }
  return best;
}
