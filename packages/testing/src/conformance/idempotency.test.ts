// Endpoints whose calls may be repeated.
import { post, rootResource } from "bough";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { conformance } from "./conformance.ts";

const Note = z.object({ text: z.string() });
const api = rootResource("v1", {
  write: post("notes")
    .request(Note)
    .response(Note.extend({ id: z.string() }))
    .idempotent(),
});

type Fault =
  | "forgets"
  | "replays"
  | "runs"
  | "conflicts"
  | "breaks"
  | "takes any key"
  | "needs none";

/** A server that keeps its responses by key, with a fault. */
function serverOf(fault?: Fault): (request: Request) => Promise<Response> {
  const kept = new Map<string, { readonly sent: string; readonly response: string }>();
  return async (request) => {
    const key = request.headers.get("idempotency-key");
    const body = Note.safeParse(await request.json().catch(() => undefined));
    const isKey = key === null ? fault === "needs none" : /^[!-~]{1,255}$/.test(key);
    if ((!isKey && fault !== "takes any key") || !body.success) {
      return new Response(null, { status: isKey || fault !== "breaks" ? 400 : 500 });
    }
    const sent = JSON.stringify(body.data);
    const found = fault === "forgets" ? undefined : kept.get(key ?? "");
    if (found !== undefined && found.sent !== sent && fault !== "replays" && fault !== "runs") {
      return new Response(null, { status: fault === "conflicts" ? 409 : 422 });
    }
    const isReplay = found !== undefined && (found.sent === sent || fault === "replays");
    const response = isReplay
      ? found.response
      : JSON.stringify({ ...body.data, id: crypto.randomUUID() });
    if (key !== null) kept.set(key, { sent, response });
    return new Response(response, { headers: { "content-type": "application/json" } });
  };
}

async function failuresOf(fault?: Fault, strict = false): Promise<readonly string[]> {
  const options = {
    baseUrl: "http://localhost",
    writes: true,
    runs: 10,
    seed: 1,
    strict,
    fetch: serverOf(fault),
  };
  const failures: string[] = [];
  for (const one of conformance(api, options).filter(({ rules }) => rules !== "unknown paths")) {
    try {
      await one.run();
    } catch (error) {
      const lines = String(Object(error).message).split("\n\n");
      failures.push(...lines.slice(0, -1).map((text) => text.split("\n")[0] ?? ""));
    }
  }
  // What this server does not care for.
  return failures.filter((text) => !/Content-Type|Accept|the method BREW/.test(text));
}

describe("an endpoint with .idempotent()", () => {
  test("gets a key with every call, and the same response for the same key", async () => {
    expect(await failuresOf(undefined, true)).toEqual([]);
  });

  test.each<[Fault, readonly string[]]>([
    ["forgets", ["responded 200 and then 200 with another body to the same Idempotency-Key"]],
    ["replays", ["responded 200 to another body with the same Idempotency-Key"]],
    ["runs", ["responded 200 to another body with the same Idempotency-Key"]],
    ["breaks", ["responded 500 to a call without an Idempotency-Key"]],
  ])("fails if the server %s", async (fault, messages) => {
    expect((await failuresOf(fault)).slice(0, 1)).toEqual(
      messages.map((message) => `POST /v1/notes ${message}`),
    );
  });

  test.each<[Fault, readonly string[]]>([
    ["conflicts", ["responded 409 to another body with the same Idempotency-Key"]],
    ["needs none", ["responded 200 without an Idempotency-Key"]],
    [
      "takes any key",
      [
        "responded 200 without an Idempotency-Key",
        "responded 200 with a key of 256 characters",
        "responded 200 with a key that is not ASCII",
      ],
    ],
  ])("is reported if the server %s", async (fault, messages) => {
    expect(await failuresOf(fault)).toEqual([]);
    expect(await failuresOf(fault, true)).toEqual(
      messages.map((message) => `POST /v1/notes ${message}`),
    );
  });
});
