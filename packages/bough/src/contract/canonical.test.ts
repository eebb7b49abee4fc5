import {
  dynamicResource,
  failure,
  get,
  integer,
  list,
  post,
  rootResource,
  staticResource,
  string,
  type AnyResource,
} from "bough";
import { canonical, contractOf } from "bough/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/** What a small API promises. */
interface Promised {
  readonly segment: string;
  readonly parameters: readonly string[];
  readonly members: readonly string[];
  readonly statuses: readonly number[];
  readonly values: readonly [string, ...string[]];
}

/** How it is written: names that are labels, and the order of what is a set. */
interface Writing {
  readonly label: string;
  readonly reversed: boolean;
}

function written(promised: readonly Promised[], { label, reversed }: Writing): AnyResource {
  const order = <Element>(elements: readonly Element[]): Element[] =>
    reversed ? elements.toReversed() : [...elements];
  const record = <Value>(
    names: readonly string[],
    value: (name: string) => Value,
  ): Record<string, Value> => Object.fromEntries(order(names).map((name) => [name, value(name)]));
  const Inner = z
    .object(record(["x", "y"], () => z.string()))
    .meta({ id: `${label}Inner`, description: label });
  return rootResource(
    "v1",
    Object.fromEntries(
      order(promised).map(({ segment, parameters, members, statuses, values }, index) => [
        `${label}${index}`,
        staticResource(segment, {
          [`${label}Item`]: dynamicResource(`${label}-id`, integer(), {
            [`${label}Find`]: order(statuses).reduce<ReturnType<typeof get>>(
              (endpoint, status) =>
                endpoint.failure(failure(`f-${status}`, status, { title: label })) as never,
              get()
                .parameters(record(parameters, () => list(string())) as never)
                .response(
                  z.object({
                    ...record(members, () => Inner),
                    kind: z.enum(order(values) as [string, ...string[]]),
                  }),
                )
                .describe({ summary: label }) as never,
            ),
          }),
        }),
      ]),
    ),
  );
}

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 4 });
const promises = fc.uniqueArray(
  fc.record({
    segment: fc.stringMatching(/^[a-z]{1,8}$/),
    parameters: names,
    members: names.map((all) => all.map((name) => `m-${name}`)),
    statuses: fc.uniqueArray(fc.integer({ min: 402, max: 417 }), { maxLength: 3 }),
    values: names as fc.Arbitrary<[string, ...string[]]>,
  }),
  { selector: ({ segment }) => segment, minLength: 1, maxLength: 4 },
);

describe("canonical", () => {
  test("gives the same bytes under renamed variables and reordered members", () => {
    fc.assert(
      fc.property(promises, fc.stringMatching(/^[a-z]{1,5}$/), (promised, label) => {
        const one = canonical(contractOf(written(promised, { label: "a", reversed: false })));
        const other = written(promised, { label, reversed: true });
        expect(canonical(contractOf({ [label]: other }))).toBe(one);
      }),
      { numRuns: 60 },
    );
  });

  const text = (resource: AnyResource): string => canonical(contractOf(resource));
  const base = get().parameters({ a: integer() }).response<string>();

  test.each([
    ["a method", rootResource("v1", { x: post().parameters({ a: integer() }).response<string>() })],
    ["a segment", rootResource("v2", { x: base })],
    [
      "the name of a query parameter",
      rootResource("v1", { x: get().parameters({ b: integer() }).response<string>() }),
    ],
    [
      "a bound",
      rootResource("v1", {
        x: get()
          .parameters({ a: integer({ min: 1 }) })
          .response<string>(),
      }),
    ],
    [
      "a default",
      rootResource("v1", {
        x: get()
          .parameters({ a: integer().default(1) })
          .response<string>(),
      }),
    ],
    ["a failure", rootResource("v1", { x: base.failure(failure(404)) })],
    ["deprecation", rootResource("v1", { x: base.deprecated() })],
    [
      "a schema",
      rootResource("v1", { x: get().parameters({ a: integer() }).response(z.string()) }),
    ],
  ])("differs with %s", (_name, changed) => {
    expect(text(changed)).not.toBe(text(rootResource("v1", { x: base })));
  });

  test.each([
    [
      "prose",
      rootResource(
        "v1",
        { describe: { summary: "s" } },
        { x: base.describe({ summary: "s", tags: ["t"], examples: { a: 1 } }) },
      ),
    ],
    ["the name of the property", rootResource("v1", { y: base })],
    [
      "a described parameter",
      rootResource("v1", {
        x: get()
          .parameters({ a: integer().describe("d") })
          .response<string>(),
      }),
    ],
  ])("is the same with %s", (_name, changed) => {
    expect(text(changed)).toBe(text(rootResource("v1", { x: base })));
  });

  test("keeps the case of everything but header names", () => {
    const headers = (name: string): string =>
      text(rootResource("v1", { x: get().headers({ [name]: string() }) }));
    expect(headers("X-Tenant")).toBe(headers("x-tenant"));
    const query = (name: string): string =>
      text(rootResource("v1", { x: get().parameters({ [name]: string() }) }));
    expect(query("Page")).not.toBe(query("page"));
  });

  test("properties called like prose are part of the promise", () => {
    const one = rootResource("v1", { x: post().request(z.object({ title: z.string() })) });
    const other = rootResource("v1", { x: post().request(z.object({ description: z.string() })) });
    expect(text(one)).not.toBe(text(other));
  });

  test("a recursive schema ends", () => {
    const Node = z.object({
      get kids() {
        return z.array(Node);
      },
    });
    expect(text(rootResource("v1", { x: post().request(Node) }))).toContain("#/0");
  });
});
