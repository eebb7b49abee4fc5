import fc from "fast-check";
import { parseTemplate } from "url-template";
import { describe, expect, test } from "vitest";
import { arbitraryTree } from "../../../../../test/support/arbitrary-tree.ts";
import { endpointAt } from "../endpoint-at.ts";
import { get, post } from "../endpoint/verbs.ts";
import { segments } from "../parameter/list.ts";
import { parameter } from "../parameter/parameter-make.ts";
import { integer, string } from "../parameter/parameter-types.ts";
import { readIds, idPartsOf } from "../routing/path-segments.ts";
import { endpointsOf, inspect } from "../walk.ts";
import { AddressError } from "./address.ts";
import { hrefOf } from "./href.ts";
import { dynamicResource, rootResource, staticResource } from "./resource.ts";
import { bind, slash } from "./slash.ts";

const api = rootResource(
  "v1",
  { trailingSlash: true },
  {
    home: get(),
    users: staticResource("users", { batch: post(":batchGet"), all: get() }),
    plain: staticResource("plain", { trailingSlash: false }, { batch: post(":batch/now") }),
    call: dynamicResource(
      "sid",
      { prefix: "é(", suffix: "!$&'()*+,;=@.json" },
      {
        find: get(),
        play: post(":play"),
        part: staticResource("parts", {
          part: dynamicResource("part", integer(), { find: get() }),
        }),
      },
    ),
    tree: staticResource("trees", {
      at: dynamicResource("path", { type: segments(), suffix: ".git" }, { copy: post(":copy") }),
    }),
  },
);

const point = parameter<number[]>({
  decode: (text) => text.split(",").map(Number),
  encode: (numbers) => numbers.join(","),
  delimiters: ",",
});

describe("an address", () => {
  test("has the text around its ids, its verb and its slash", () => {
    expect(api.path).toBe("/v1");
    expect(api.home.path).toBe("/v1/");
    expect(api.users.path).toBe("/v1/users");
    expect(api.users.all.path).toBe("/v1/users/");
    expect(hrefOf(api.users.batch)).toBe("/v1/users:batchGet/");
    expect(hrefOf(api.plain.batch)).toBe("/v1/plain:batch/now");
    expect(api.call.play.template).toBe("/v1/é({sid}!$&'()*+,;=@.json:play/");
    expect(hrefOf(api.call("a b/:c").play)).toBe("/v1/%C3%A9(a%20b%2F%3Ac!$&'()*+,;=@.json:play/");
    expect(api.call("a").path).toBe("/v1/%C3%A9(a!$&'()*+,;=@.json");
    expect(bind(api.call.part.part.find, { sid: "a", part: 7 }).path).toBe(
      "/v1/%C3%A9(a!$&'()*+,;=@.json/parts/7/",
    );
    expect(slash(api.call("a"), api.call.play).path).toBe(hrefOf(api.call("a").play));
    expect(hrefOf(api.tree.at(["a", "b c"]).copy)).toBe("/v1/trees/a/b%20c.git:copy/");
  });

  test("has the delimiters of its ids as they are, and leads back", () => {
    const shapes = rootResource({
      color: dynamicResource(
        "color",
        { type: string({ delimiters: ",=" }), prefix: ";color=" },
        { find: get() },
      ),
      point: dynamicResource("point", { type: point, suffix: ".json" }, { find: get() }),
    });
    expect(hrefOf(shapes.color("R=1,G=2;x").find)).toBe("/;color=R=1,G=2%3Bx");
    expect(hrefOf(shapes.point([1, 2]).find)).toBe("/1,2.json");
    expect(endpointAt(shapes, "GET", "/;color=R=1,G%3D2")?.ids).toEqual({ color: "R=1,G=2" });
    expect(endpointAt(shapes, "GET", "/1,2.json")?.ids).toEqual({ point: [1, 2] });
    expect(endpointAt(shapes, "GET", "/1%2C2.json")?.ids).toEqual({ point: [1, 2] });
  });

  test("of a root without a segment begins with a slash", () => {
    const root = rootResource({ home: get(), batch: post(":batch"), me: get("me") });
    expect([root.home.path, root.batch.path, root.me.path]).toEqual(["/", "/:batch", "/me"]);
    const slashed = rootResource(
      { trailingSlash: true },
      { home: get(), batch: post(":batch"), me: get("me") },
    );
    expect([slashed.home.path, slashed.batch.path, slashed.me.path]).toEqual([
      "/",
      "/:batch/",
      "/me/",
    ]);
  });

  test.each(["", ".", ".."])("cannot have the id %j, whatever is around it", (id) => {
    expect(() => hrefOf(api.call(id).find)).toThrow(AddressError);
    expect(() => hrefOf(api.tree.at(["a", id]).copy)).toThrow(AddressError);
  });

  test("is told by inspect", () => {
    expect(inspect(api.call)).toMatchObject({ prefix: "é(", suffix: "!$&'()*+,;=@.json" });
    expect(inspect(api.users)).toMatchObject({ prefix: undefined, suffix: undefined });
    expect([api, api.users, api.plain].map((each) => inspect(each).trailingSlash)).toEqual([
      true,
      undefined,
      false,
    ]);
  });

  test("is the expansion of its template (RFC 6570), and leads back", () => {
    fc.assert(
      fc.property(
        arbitraryTree,
        fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/^\.{1,2}$|\0/.test(text)),
        fc.nat(),
        ({ resources }, text, whole) => {
          for (const endpoint of endpointsOf(...resources)) {
            const parts = idPartsOf(endpoint);
            const ids = Object.fromEntries(
              parts.map(({ name, type, all }) => [
                name,
                type["~parameter"].kind === "integer" ? whole : all ? [text, "x"] : text,
              ]),
            );
            const href = hrefOf(bind(endpoint as never, ids as never));
            // In a URI template, `{/path*}` takes its slash with it, and a literal has no `%`.
            const template = endpoint.template
              .replaceAll("%", "%25")
              .replace(/\/([^/]*)\{([^{}]+)\*\}/, (_, prefix: string, name: string) =>
                prefix === "" ? `{/${name}*}` : `/${prefix}{${name}}/x`,
              );
            expect(href).toBe(
              parseTemplate(template).expand(
                template.endsWith("}") || !/\}\/x/.test(template)
                  ? (ids as never)
                  : ({ ...ids, ...firstOf(ids) } as never),
              ),
            );
            const match = endpointAt([endpoint], endpoint.method, href);
            expect(match?.endpoint === endpoint).toBe(true);
            expect({ ...match?.ids }).toEqual(ids);
          }
        },
      ),
    );
  });
});

function firstOf(ids: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, Array.isArray(id) ? (id[0] as string) : id]),
  );
}

test("ids that do not decode lead nowhere", () => {
  const typed = rootResource({
    part: dynamicResource("part", { type: integer(), suffix: ".json" }, { find: get() }),
  });
  expect(endpointAt(typed, "GET", "/7.json")?.ids).toEqual({ part: 7 });
  expect(endpointAt(typed, "GET", "/x.json")).toBeUndefined();
  expect(readIds(idPartsOf(typed.part.find), ["7"])).toEqual({ part: 7 });
});
