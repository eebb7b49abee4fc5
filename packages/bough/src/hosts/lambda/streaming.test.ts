// Responses that a function streams, read by a fake of Lambda's runtime that parses the prelude.
import { bytes, cookie, events, get, rootResource, stream, string, type } from "bough";
import { toLambda, type LambdaEvent } from "bough/lambda";
import { createServer, type Routes } from "bough/server";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { writeResponse, type ResponseStream } from "./response-stream.ts";
import { contextOf, restEvent, urlEvent } from "../../../../../test/support/lambda-events.ts";
import {
  awslambda,
  invokeStreaming,
  type Prelude,
} from "../../../../../test/support/lambda-runtime.ts";

const api = rootResource("v1", {
  plain: get("plain").response(type<string>(), {
    headers: { "x-name": string() },
    cookies: { a: cookie(string()), b: cookie(string()) },
  }),
  large: get("large").response(bytes()),
  live: get("live").response(events<number>()),
  pieces: get("pieces").response(stream("application/octet-stream")),
  empty: get("empty").response(stream("application/octet-stream")),
  broken: get("broken").response(stream("text/plain")),
  throws: get("throws").response<string>(),
});

let signal: AbortSignal | undefined;
let cancelled: unknown;
let pulls = 0;
function register(routes: Routes): void {
  routes.route(api, {
    plain: ({ respond }) =>
      respond("é", { headers: { "x-name": "n" }, cookies: { a: "1", b: "2" } }),
    large: () => new Uint8Array(8 * 1_048_576),
    async *live({ signal: own }) {
      signal = own;
      for (let data = 0; !own.aborted; data++) {
        yield { data };
        await sleep(10);
      }
    },
    pieces: (call) => {
      ({ signal } = call);
      return new ReadableStream(
        {
          pull(controller) {
            pulls += 1;
            controller.enqueue(new Uint8Array(1_024));
          },
          cancel: (reason) => void (cancelled = reason),
        },
        { highWaterMark: 0 },
      );
    },
    empty: () => new Blob([]).stream(),
    broken: () =>
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(new TextEncoder().encode("half"));
          await sleep(10);
          controller.error(new Error("cut"));
        },
      }),
    throws: () => {
      throw new Error("thrown");
    },
  });
}

beforeAll(() => vi.stubGlobal("awslambda", awslambda));
afterAll(() => vi.unstubAllGlobals());

interface Streamed {
  readonly prelude: Prelude | undefined;
  readonly chunks: readonly string[];
  readonly error: unknown;
  readonly errors: readonly unknown[];
}

async function streamed(event: LambdaEvent, context = contextOf()): Promise<Streamed> {
  const errors: unknown[] = [];
  const server = createServer({ onError: (error) => void errors.push(error) });
  register(server);
  let prelude: Prelude | undefined;
  const chunks: string[] = [];
  const handler = toLambda(server, { streaming: true });
  const { ended } = invokeStreaming(handler, event, context, {
    head: (head) => void (prelude = head),
    chunk: (content) => void chunks.push(content.toString()),
  });
  const error = await ended.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  return { prelude, chunks, error, errors };
}

const asked = (name: string, method = "GET"): LambdaEvent =>
  urlEvent({ rawPath: `/v1/${name}`, headers: { accept: "*/*" } }, method);

describe("a streamed response", () => {
  test.each([
    ["a function URL", asked("plain")],
    ["a REST API", restEvent({ path: "/v1/plain" })],
  ])("has its status, headers and cookies in the prelude: %s", async (_, event) => {
    expect(await streamed(event)).toEqual({
      prelude: {
        statusCode: 200,
        headers: {
          "content-type": "application/json",
          "x-content-type-options": "nosniff",
          "cache-control": "no-store",
          "x-name": "n",
          "content-length": "4",
        },
        cookies: [expect.stringMatching(/^a=1;/), expect.stringMatching(/^b=2;/)],
      },
      chunks: ['"é"'],
      error: undefined,
      errors: [],
    });
  });

  test("has a prelude where a program imitates only half of Lambda", async () => {
    vi.stubGlobal("awslambda", { streamifyResponse: (handler: unknown) => handler });
    const written: string[] = [];
    const server = createServer();
    register(server);
    const ending: unknown[] = [];
    await toLambda(server, { streaming: true })(
      asked("plain"),
      {
        write: (chunk) => written.push(String(chunk)) > 0,
        end: () => ending.push("end"),
        on: () => undefined,
      },
      contextOf(),
    );
    const [prelude, content] = written.join("").split("\0".repeat(8));
    expect([JSON.parse(prelude ?? "").statusCode, content, ending]).toEqual([200, '"é"', ["end"]]);
    vi.stubGlobal("awslambda", awslambda);
  });

  test("may be larger than a complete one", async () => {
    const { chunks } = await streamed(asked("large"));
    expect(chunks.join("").length).toBe(8 * 1_048_576);
  });

  test.each([
    ["HEAD", "plain", 200],
    ["GET", "empty", 200],
    ["DELETE", "plain", 405],
  ])("to %s %s has a prelude, also without content", async (method, name, status) => {
    const { prelude, chunks, error } = await streamed(asked(name, method));
    expect([prelude?.statusCode, chunks.length > 0, error]).toEqual([
      status,
      status === 405,
      undefined,
    ]);
  });

  test("arrives while it is made, until the deadline", async () => {
    const { prelude, chunks, error, errors } = await streamed(asked("live"), contextOf(700));
    expect(prelude?.headers["content-type"]).toBe("text/event-stream");
    expect(chunks.slice(0, 2)).toEqual(["data: 0\n\n", "data: 1\n\n"]);
    expect([signal?.aborted, errors]).toEqual([true, []]);
    // Lambda cuts the response of a function that fails.
    expect(error).toMatchObject({ name: "TimeoutError" });
  });

  test("goes at the pace of its reader", async () => {
    pulls = 0;
    const server = createServer();
    register(server);
    let taken = 0;
    const { stream, ended } = invokeStreaming(
      toLambda(server, { streaming: true }),
      asked("pieces"),
      contextOf(),
      { head: () => undefined, chunk: () => void (taken += 1) },
      () => sleep(5),
    );
    await expect.poll(() => taken, { interval: 5 }).toBeGreaterThan(9);
    expect(pulls).toBeLessThan(taken + 4);
    stream.destroy();
    await ended.catch(() => undefined);
    expect([signal?.aborted, cancelled]).toMatchObject([true, { name: "AbortError" }]);
  });

  test("that breaks fails the function, after onError", async () => {
    const { chunks, error, errors } = await streamed(asked("broken"));
    expect([chunks, String(error), errors.map(String)]).toEqual([
      ["half"],
      "Error: cut",
      ["Error: cut"],
    ]);
  });

  test("ends if the connection closes while a chunk is written", async () => {
    let close = (): void => undefined;
    const cancel = vi.fn();
    const content = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel,
    });
    const closing: ResponseStream = {
      write: () => {
        close();
        return false;
      },
      end: () => undefined,
      on: (event, listener) => {
        close = event === "close" ? listener : close;
      },
    };
    const runtime = { streamifyResponse: <Handler>(handler: Handler) => handler };
    await writeResponse(runtime, closing, { status: 200, headers: [], length: undefined, content });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("of an exception is a 500", async () => {
    const { prelude, errors } = await streamed(asked("throws"));
    expect([prelude?.statusCode, errors.map(String)]).toEqual([500, ["Error: thrown"]]);
  });

  test("does not begin for an event without a request", async () => {
    const { prelude, error } = await streamed({ Records: [] } as never);
    expect([prelude, String(error)]).toEqual([
      undefined,
      expect.stringContaining("received an event with Records"),
    ]);
  });
});
