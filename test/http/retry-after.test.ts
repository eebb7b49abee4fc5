// A client that retries waits for as long as a server asks, up to its own limit: over sockets,
// where the answer it gives up on must still be readable.
import { failure, get, integer, rootResource } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { expect, onTestFinished, test } from "vitest";
import { listening } from "../support/edges.ts";

const Busy = failure("busy", 503)
  .headers({ "retry-after": integer() })
  .body<{ readonly calls: number }>();
const api = rootResource("v1", { work: get("work").response<number>().failure(Busy) });

test.each([
  ["in memory", false],
  ["on a socket", true],
])("a Retry-After beyond maxDelay is the outcome: %s", async (_where, onSocket) => {
  let calls = 0;
  let seconds = 3_600;
  const server = createServer();
  server.route(api.work, ({ fail }) =>
    ++calls < 3 ? fail(Busy, { calls }, { headers: { "retry-after": seconds } }) : calls,
  );
  const at = onSocket ? await listening(server) : undefined;
  onTestFinished(() => at?.close({ grace: 0 }));
  const client = createClient({
    ...(at === undefined ? { fetch: server.fetch } : { baseUrl: at.url }),
    retry: 5,
  });

  const result = await client.request(api.work);
  expect(result.failedWith(Busy) && [result.failure.body, result.headers]).toEqual([
    { calls: 1 },
    { "retry-after": 3_600 },
  ]);
  seconds = 0;
  expect(await client.request(api.work).bodyOrThrow()).toBe(3);
});
