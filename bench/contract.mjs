// How long `contractOf` takes for 1,000 endpoints with type-only bodies, as a multiple of `JSON.parse` and
// `JSON.stringify` of its result. `--ceiling` fails above 3.
import {
  dynamicResource,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  string,
} from "bough";
import { contractOf } from "bough/contract";

const CEILING = 3;
const NotFound = failure("not-found", 404);

const api = rootResource(
  "v1",
  Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [
      `things${index}`,
      staticResource(`things${index}`, {
        list: get()
          .parameters({ limit: integer({ min: 1 }).default(20), after: string().optional() })
          .response(),
        create: post().request().response(undefined, { status: 201 }),
        thing: dynamicResource("thing", string(), {
          find: get().response().failure(NotFound),
          change: post("change")
            .request()
            .response()
            .failure(NotFound)
            .describe({ summary: "Changes it" }),
        }),
      }),
    ]),
  ),
);

const contract = contractOf(api);
const text = JSON.stringify(contract);

const made = fastest(() => contractOf(api));
const copied = fastest(() => JSON.stringify(JSON.parse(text)));
const times = made / copied;
console.log(
  `contractOf of ${contract.endpoints.length} endpoints: ${made.toFixed(2)} ms, ${times.toFixed(2)} times JSON.parse + JSON.stringify (${copied.toFixed(2)} ms, ${text.length} characters)`,
);
if (process.argv.includes("--ceiling") && times > CEILING) {
  console.error(`contractOf takes more than ${CEILING} times as long.`);
  process.exitCode = 1;
}

/** The fastest of many runs in milliseconds: other work on the machine only makes a run slower. */
function fastest(run) {
  let best = Infinity;
  for (let count = 0; count < 60; count += 1) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
