// The server against a reference of the rules for alternatives, on random declarations with every combination of
// credentials; and random `Authorization` headers.
import { anonymous, apiKey, bearer, get, rootResource, staticResource } from "bough";
import { allOf, basic } from "bough/existing";
import type { AnyScheme } from "bough/types";
import { authenticate, createServer } from "bough/server";
import fc from "fast-check";
import { expect, test } from "vitest";

const SCHEMES = {
  A: bearer("A"),
  B: bearer("B"),
  H: apiKey("H", { header: "x-key" }),
  S: apiKey("S", { cookie: "session" }),
};
type Name = keyof typeof SCHEMES;
const names = Object.keys(SCHEMES) as Name[];
/** A list of alternatives: each the names of its schemes; none for `anonymous`. */
type Security = readonly (readonly Name[])[];
/** What a request has in each place: nothing, nonsense, or the credential of a scheme. */
interface Sent {
  readonly bearer?: "A" | "B" | "bad" | undefined;
  readonly header?: "H" | "bad" | undefined;
  readonly cookie?: "S" | "bad" | undefined;
}

const PLACE = { A: "bearer", B: "bearer", H: "header", S: "cookie" } as const;

/** Who is let through, or 401. */
function reference(security: Security, sent: Sent): unknown {
  let decided: readonly string[] | undefined;
  for (const schemes of security.filter(({ length }) => length > 0)) {
    const places = schemes.map((name) => PLACE[name]);
    const present = places.filter((place) => sent[place] !== undefined);
    if (present.length === 0 || (decided && !places.some((place) => decided?.includes(place)))) {
      continue;
    }
    if (schemes.every((name) => sent[PLACE[name]] === name)) {
      return schemes.length === 1 ? schemes[0] : schemes;
    }
    if (present.some((place) => place !== "cookie")) {
      decided ??= places;
    }
  }
  return decided === undefined && security.some(({ length }) => length === 0) ? "anonymous" : 401;
}

const all = <T>(values: readonly T[]): readonly (T | undefined)[] => [undefined, ...values];
const combinations: readonly Sent[] = all(["A", "B", "bad"] as const).flatMap((token) =>
  all(["H", "bad"] as const).flatMap((header) =>
    all(["S", "bad"] as const).map((cookie) => ({ bearer: token, header, cookie })),
  ),
);

const security = fc.array(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});

function declared(alternatives: Security): never {
  return alternatives.map((schemes) => {
    const [first, second, ...more] = schemes.map((name): AnyScheme => SCHEMES[name]);
    return first === undefined
      ? anonymous
      : second === undefined
        ? first
        : allOf(first, second, ...more);
  }) as never;
}

test("200 random trees answer every combination of credentials as the reference does", async () => {
  const fits = (name: Name) => (given: unknown) => (given === name ? { name } : undefined);
  await fc.assert(
    fc.asyncProperty(security, fc.option(security), async (above, own) => {
      const endpoint = own === null ? get() : get().security(...declared(own));
      const below = staticResource("b", { it: endpoint.response<unknown>() });
      const api = rootResource("v1", { security: declared(above) }, { below });
      const server = createServer();
      const app = server.secured(names.map((name) => authenticate(SCHEMES[name], fits(name))));
      const handler = ({ scheme }: { scheme?: unknown }): unknown => scheme;
      (app as { route: (...given: unknown[]) => void }).route(api.below.it, handler);
      for (const sent of combinations) {
        const headers = new Headers();
        if (sent.bearer) headers.set("authorization", `Bearer ${sent.bearer}`);
        if (sent.header) headers.set("x-key", sent.header);
        if (sent.cookie) headers.set("cookie", `session=${sent.cookie}`);
        const answer = await server.fetch("https://a.test/v1/b", { headers });
        const seen: unknown = answer.status === 200 ? await answer.json() : answer.status;
        expect([sent, seen]).toEqual([sent, reference(own ?? above, sent)]);
      }
    }),
    { numRuns: 200 },
  );
});

test("10,000 random Authorization headers are refused without an error", async () => {
  const server = createServer();
  const Password = basic("password");
  const api = rootResource({ it: get().security(SCHEMES.A, Password) });
  const app = server.secured([
    authenticate(SCHEMES.A, () => undefined),
    authenticate(Password, () => undefined),
  ]);
  app.route(api.it, () => undefined);
  const scheme = fc.constantFrom("Bearer", "bearer", "Basic", "Digest", "", "Bearer,", '"');
  const rest = fc.string({ unit: "binary-ascii", maxLength: 60 });
  const base64 = fc.base64String({ maxLength: 60 });
  const line = fc
    .tuple(scheme, fc.constantFrom(" ", "  ", "\t", "", ", "), fc.oneof(rest, base64))
    .map((parts) => parts.join("").replaceAll(/[\0\r\n]/g, ""));
  await fc.assert(
    fc.asyncProperty(line, async (authorization) => {
      const { status } = await server.fetch("https://a.test/", { headers: { authorization } });
      expect([400, 401]).toContain(status);
    }),
    { numRuns: 10_000 },
  );
});
