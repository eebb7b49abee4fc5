// A thousand calls at once, each of which gets its own answer.
import { expect, test } from "vitest";
import { app } from "./app.ts";
import type { Seen } from "./app.ts";
import type { Running } from "./launch.ts";
import { clientOf } from "./probing.ts";

const CALLS = 1_000;
const LONGEST_WAIT = 40;

/** Tests of a host that is running. */
export function testIsolation(running: () => Running): void {
  test(`${CALLS} calls at once are kept apart, each in its context`, async () => {
    const client = clientOf(running());
    const expected = Array.from({ length: CALLS }, (_, index): Seen => ({
      tenant: `tenant ${index}/é`,
      item: index,
      wait: Math.floor(Math.random() * LONGEST_WAIT),
      tags: [`tag${index}`, `&${index}`],
      nonce: `nonce${index}`,
      caller: `caller${index}`,
      stored: [`id${index}`, `id${index}`],
    }));
    const seen = await Promise.all(
      expected.map(({ tenant, item, wait, tags, nonce, caller, stored: [id = ""] }) =>
        client
          .request(
            app.tenant(tenant).item(item).see,
            { nonce },
            { parameters: { wait, tags }, headers: { "x-caller": caller, "x-id": id } },
          )
          .bodyOrThrow(),
      ),
    );
    expect(seen).toEqual(expected);
  });
}
