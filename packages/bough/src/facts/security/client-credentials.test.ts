import { afterEach, describe, expect, test, vi } from "vitest";
import { json } from "../../bodies/json/declared.ts";
import { get } from "../../declare/endpoint/verbs.ts";
import { cookie } from "../cookies/declared.ts";
import { string } from "../../declare/parameter/parameter-types.ts";
import { rootResource } from "../../declare/tree/resource.ts";
import { createClient } from "../../call/create-client.ts";

const api = rootResource({
  own: get("own").cookies({ session: string() }).response<number>(),
  sets: get("sets").response(json<number>(), { cookies: { session: cookie(string()) } }),
  none: get("none").response<number>(),
});
const inherited = rootResource("v1", { cookies: { session: string() } }, { find: get() });

afterEach(() => vi.unstubAllGlobals());

/** What `fetch` is told of credentials, on a page of `origin`. */
async function credentials(
  endpoint: typeof api.own | typeof api.sets | typeof api.none | typeof inherited.find,
  origin: string | undefined,
  init?: RequestInit,
): Promise<RequestInit> {
  vi.stubGlobal("location", origin === undefined ? undefined : { origin });
  let sent: RequestInit = {};
  const client = createClient({
    baseUrl: "https://api.test/below",
    fetch: (_url, given) => {
      sent = given;
      return Promise.resolve(Response.json(1));
    },
  });
  await client.request(endpoint, init && { init });
  expect(new Headers(sent.headers).has("cookie")).toBe(false);
  return sent;
}

describe("an endpoint with cookies", () => {
  test.each([
    "https://page.test",
    "https://api.test:8443",
    "http://api.test",
    "https://api.tes",
    "null",
  ])("is called with credentials from a page of %s", async (origin) => {
    expect(await credentials(api.own, origin)).toMatchObject({ credentials: "include" });
    expect(await credentials(inherited.find, origin)).toMatchObject({ credentials: "include" });
    // Without it, a browser ignores `Set-Cookie`.
    expect(await credentials(api.sets, origin)).toMatchObject({ credentials: "include" });
  });

  test("is called as fetch does by itself from its own origin, and outside of browsers", async () => {
    expect(await credentials(api.own, "https://api.test")).not.toHaveProperty("credentials");
    expect(await credentials(api.own, undefined)).not.toHaveProperty("credentials");
  });

  test("is called as a call says", async () => {
    const init = { credentials: "omit" } as const;
    expect(await credentials(api.own, "https://page.test", init)).toMatchObject(init);
  });
});

test("an endpoint without cookies is called without credentials", async () => {
  expect(await credentials(api.none, "https://page.test")).not.toHaveProperty("credentials");
});
