// Lists with pages: what a server owes the loops of its clients.
import { get, integer, rootResource, string } from "bough";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { conformance } from "./conformance.ts";

const Row = z.object({ id: z.number() });
const api = rootResource("v1", {
  list: get("rows")
    .parameters({
      after: string().optional(),
      limit: integer({ min: 1, max: 50 }).default(10),
      only: string().optional(),
    })
    .response(z.object({ rows: z.array(Row), next: z.string().nullable() }))
    .paged({ items: "rows", next: { after: "next" } }),
});

type Fault = "none" | "repeats" | "refuses" | "overlaps" | "breaks";

function serverOf(fault: Fault): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, url } = request;
    const { pathname, searchParams } = new URL(url);
    if (pathname !== "/v1/rows") return new Response(null, { status: 404 });
    if (method !== "GET" && method !== "HEAD")
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
    if (!/json|\*/.test(request.headers.get("accept") ?? "*"))
      return new Response(null, { status: 406 });
    const limit = Number(searchParams.get("limit") ?? 10);
    const after = Number(searchParams.get("after") ?? 0);
    if (
      !(limit >= 1 && limit <= 50 && Number.isInteger(limit)) ||
      Number.isNaN(after) ||
      (fault === "refuses" && after > 0)
    ) {
      return new Response(null, { status: 400 });
    }
    const start = fault === "overlaps" && after > 0 ? after - 1 : after;
    const rows = Array.from({ length: Math.max(0, Math.min(limit, 9 - start)) }, (_, index) => ({
      id: start + index,
    }));
    const end = start + rows.length;
    const next =
      fault === "repeats" && after > 0 ? `${after}` : end < 9 && rows.length > 0 ? `${end}` : null;
    return Response.json(fault === "breaks" && after > 0 ? { rows, next: 1 } : { rows, next });
  };
}

async function failuresOf(fault: Fault): Promise<readonly string[]> {
  const options = {
    baseUrl: "http://localhost",
    runs: 5,
    seed: 1,
    strict: true,
    fetch: serverOf(fault),
  };
  const failures: string[] = [];
  for (const one of conformance(api, options).filter(({ name }) => name.includes("owe"))) {
    try {
      await one.run();
    } catch (error) {
      failures.push(String(Object(error).message).split("\n")[0] ?? "");
    }
  }
  return failures;
}

describe("a list with .paged()", () => {
  test("passes if its pages lead to the end", async () => {
    expect(await failuresOf("none")).toEqual([]);
  });

  test.each<[Fault, string]>([
    ["repeats", 'GET /v1/rows responded 200: its body "next" leads to a page that was read before'],
    [
      "refuses",
      "GET /v1/rows leads to a page that fails: GET http://localhost/v1/rows: received 400",
    ],
    ["overlaps", "GET /v1/rows has 1 on two pages"],
    ["breaks", 'GET /v1/rows responded 200: its body "next"'],
  ])("fails if it %s", async (fault, message) => {
    expect(await failuresOf(fault)).toEqual([expect.stringContaining(message)]);
  });
});
