import { get, integer, rootResource, string } from "bough";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import { describe, expect, test } from "vitest";

describe("the contract and the document", () => {
  const api = rootResource(
    "v1",
    { deprecated: { since: "2026-11-01" } },
    {
      list: get()
        .parameters({
          search: string().optional().deprecated("use q"),
          old: integer().optional().describe("A number.").deprecated("use q"),
          gone: string().optional().deprecated(),
        })
        .response<string>()
        .deprecated({ sunset: "2027-05-01" }),
      other: get("other").response<string>(),
    },
  );

  test("have what is deprecated", () => {
    const [list, other] = contractOf(api).endpoints;
    expect(list?.deprecated).toEqual({ since: "2026-11-01", sunset: "2027-05-01" });
    expect(other?.deprecated).toEqual({ since: "2026-11-01" });
    expect(list?.query?.map(({ deprecated }) => deprecated)).toEqual(["use q", "use q", true]);
    const document = openApi(api, { info: { title: "a", version: "1" } });
    expect(document.paths["/v1"]?.["get"]).toMatchObject({
      deprecated: true,
      "x-sunset": "2027-05-01",
      parameters: [
        { name: "search", deprecated: true, description: "Deprecated: use q" },
        { name: "old", deprecated: true, description: "A number.\n\nDeprecated: use q" },
        { name: "gone", deprecated: true },
      ],
    });
    expect(document.paths["/v1/other"]?.["get"]).toMatchObject({ deprecated: true });
    expect(document.paths["/v1/other"]?.["get"]).not.toHaveProperty("x-sunset");
  });
});
