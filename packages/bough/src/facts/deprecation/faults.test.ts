import {
  failure,
  get,
  rootResource,
  staticResource,
  string,
  DeclarationError,
  verify,
} from "bough";
import { inspect } from "bough/contract";
import type { Deprecation } from "bough/types";
import { describe, expect, test } from "vitest";

type Resource = Parameters<typeof inspect>[0];

function faultsOf(...roots: readonly Resource[]): string[] {
  try {
    verify(...roots);
  } catch (error) {
    if (error instanceof DeclarationError) {
      return error.faults.map(({ fault, remedy }) => `${fault}: ${remedy}`);
    }
    throw error;
  }
  return [];
}

const withIt = (deprecated: unknown) =>
  rootResource("v1", {
    list: get()
      .response<string>()
      .deprecated(deprecated as Deprecation),
  });

describe("a deprecation", () => {
  test("is on the endpoint, with what the resources above say", () => {
    const api = rootResource(
      "v1",
      { deprecated: { since: "2026-11-01", sunset: "2027-05-01" } },
      {
        users: staticResource(
          "users",
          { deprecated: { link: "/moving" } },
          {
            list: get().response<string>().deprecated({ sunset: "2028-01-01" }),
            other: get("other").response<string>(),
          },
        ),
      },
    );
    verify(api);
    expect(api.users.list.deprecated).toEqual({
      since: "2026-11-01",
      sunset: "2028-01-01",
      link: "/moving",
    });
    expect(api.users.other.deprecated).toEqual({
      since: "2026-11-01",
      sunset: "2027-05-01",
      link: "/moving",
    });
    expect(Object.isFrozen(api.users.other.deprecated)).toBe(true);
    expect(inspect(api.users).deprecated).toEqual({ link: "/moving" });
    expect(withIt(undefined).list.deprecated).toEqual({});
    expect(rootResource("v1", { list: get() }).list.deprecated).toBe(undefined);
  });

  test.each<[unknown, string]>([
    [{ since: "soon" }, 'its deprecation has "soon" as since: use a day such as 2026-11-01'],
    [
      { sunset: "2027-02-30" },
      'its deprecation has "2027-02-30" as sunset: use a day such as 2027-05-01',
    ],
    [
      { sunset: "2027-5-1" },
      'its deprecation has "2027-5-1" as sunset: use a day such as 2027-05-01',
    ],
    [{ since: 2027 }, "its deprecation has 2027 as since: use a day such as 2026-11-01"],
    [
      { link: "a b" },
      'its deprecation has "a b" as link: use a URL such as "https://example.com/moving"',
    ],
    [
      { link: 'https://a.test/>; rel="next"' },
      String.raw`its deprecation has "https://a.test/>; rel=\"next\"" as link: use a URL such as "https://example.com/moving"`,
    ],
    [
      { link: "https://[" },
      'its deprecation has "https://[" as link: use a URL such as "https://example.com/moving"',
    ],
    [
      { until: "2027-05-01" },
      'its deprecation has "2027-05-01" as until: use since, sunset or link',
    ],
  ])("%j is a fault", (deprecated, fault) => {
    expect(faultsOf(withIt(deprecated))).toContain(fault);
    const api = rootResource("v1", { deprecated: deprecated as Deprecation }, { list: get() });
    expect(faultsOf(api)).toContain(fault);
  });

  test("sends its headers, so they are not declared", () => {
    const headers = { Sunset: string(), Deprecation: string() };
    const make = (deprecated: Deprecation) =>
      rootResource("v1", {
        list: get()
          .response<string>(undefined, { headers })
          .failure(failure("x", 410).headers({ sunset: string() }))
          .deprecated(deprecated),
      });
    expect(faultsOf(make({ sunset: "2027-05-01" }))).toEqual([
      'declares the response header "sunset", which .deprecated() sends: remove it from the headers',
    ]);
    expect(faultsOf(make({ since: "2027-05-01" }))).toEqual([
      'declares the response header "deprecation", which .deprecated() sends: remove it from the headers',
    ]);
    expect(faultsOf(make({}))).toEqual([]);
  });
});
