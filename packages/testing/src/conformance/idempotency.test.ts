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

/** A server that keeps its responses by key, or not. */
function serverOf(isKept: boolean): (request: Request) => Promise<Response> {
  const kept = new Map<string, string>();
  return async (request) => {
    const key = request.headers.get("idempotency-key");
    const body = Note.safeParse(await request.json().catch(() => undefined));
    if (key === null || !body.success) return new Response(null, { status: 400 });
    const text =
      (isKept ? kept.get(key) : undefined) ??
      JSON.stringify({ ...body.data, id: crypto.randomUUID() });
    kept.set(key, text);
    return new Response(text, { headers: { "content-type": "application/json" } });
  };
}

async function failuresOf(isKept: boolean): Promise<readonly string[]> {
  const options = {
    baseUrl: "http://localhost",
    writes: true,
    runs: 10,
    seed: 1,
    fetch: serverOf(isKept),
  };
  const failures: string[] = [];
  for (const one of conformance(api, options)) {
    try {
      await one.run();
    } catch (error) {
      failures.push(`${one.name}: ${String(Object(error).message).split("\n")[0] ?? ""}`);
    }
  }
  return failures;
}

describe("an endpoint with .idempotent()", () => {
  test("gets a key with every call, and the same response for the same key", async () => {
    expect(await failuresOf(true)).toEqual([]);
  });

  test("fails if a repeated call runs again", async () => {
    expect(await failuresOf(false)).toEqual([
      "write: what servers owe: POST /v1/notes responded 200 and then 200 with another body to the same Idempotency-Key",
    ]);
  });
});
