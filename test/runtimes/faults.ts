// What goes wrong on a connection, and what a host and Bough make of it: no call is left
// hanging, nothing is unhandled, and a cut answer never looks whole.
import { expect, test } from "vitest";
import { RawClient } from "../support/raw-client.ts";
import type { RawResponse } from "../support/raw-client.ts";
import { app } from "./app.ts";
import type { Running } from "./launch.ts";
import { isLimited } from "./limits.ts";
import { clientOf, probeOf, until, untilMarked } from "./probing.ts";

const HEAD = "host: h.test\r\n";
const JSON_BODY = "content-type: application/json\r\n";

async function begin(running: Running, bytes: string): Promise<RawClient> {
  return (await RawClient.open(running.port)).write(bytes);
}

function get(target: string): string {
  return `GET ${target} HTTP/1.1\r\n${HEAD}\r\n`;
}

function post(target: string, rest: string): string {
  return `POST ${target} HTTP/1.1\r\n${HEAD}${rest}`;
}

/** The answer; `undefined` where the connection ended before it was whole. */
async function answerOf(client: RawClient): Promise<RawResponse | undefined> {
  const timer = setTimeout(() => client.destroy(), 4_000);
  try {
    return await client.next();
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    client.destroy();
  }
}

const LEGACY_ABORT = /^Deno\.serve: request\.signal aborts/m;
const MISUSE = /write after end|ERR_HTTP_HEADERS_SENT|ERR_STREAM|unhandled/i;

/** Tests of a host that is running. */
export function testFaults(running: () => Running): void {
  const path = (key: string, end: string): string => `/app/faults/${key}/${end}`;

  test("a client that leaves before the handler", async () => {
    const sent = post(path("before", "keep"), `${JSON_BODY}content-length: 100\r\n\r\n"half`);
    const client = await begin(running(), sent);
    await client.flushed();
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await probeOf(running())).marks).not.toContain("begun before");
  });

  test("a client that leaves while the handler runs", async () => {
    const client = await begin(running(), get(`${path("within", "hold")}?wait=2000`));
    await untilMarked(running(), "begun within");
    client.destroy();
    const { marks } = await untilMarked(running(), "done within");
    const aborted = isLimited(running().runtime, "signal") ? [] : ["aborted within"];
    expect(marks.filter((mark) => mark.endsWith(" within"))).toEqual([
      "begun within",
      ...aborted,
      "done within",
    ]);
  });

  test.each(["signal", "timer"] as const)(
    "a client that leaves while the answer is sent, by a handler that waits for a %s",
    async (waits) => {
      const key = `flow-${waits}`;
      const client = await begin(running(), get(`${path(key, "flow")}?waits=${waits}`));
      while (!/chunk.*chunk/s.test(client.rest)) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      client.destroy();
      const isTold = waits === "signal" || !isLimited(running().runtime, "timers");
      const { marks } = await untilMarked(running(), `ended ${key}`, isTold ? undefined : 500);
      expect(marks.filter((mark) => mark.endsWith(` ${key}`))).toEqual([
        `begun ${key}`,
        ...(isTold ? [`ended ${key}`] : []),
      ]);
    },
  );

  test("a signal that is quiet after an answer", async () => {
    const client = await begin(running(), get(`${path("quiet", "hold")}?wait=1`));
    expect((await answerOf(client))?.body).toBe('"held"');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await probeOf(running())).marks).not.toContain("aborted quiet");
  });

  test("a body that is cut", async () => {
    const sent = post(path("cut", "keep"), `${JSON_BODY}content-length: 100\r\n\r\n"half`);
    const client = await begin(running(), sent);
    client.socket.end();
    const answer = await answerOf(client);
    expect(answer?.status ?? 400).toBeGreaterThanOrEqual(400);
    expect((await probeOf(running())).marks).not.toContain("begun cut");
  });

  test("a streamed body that is cut", async () => {
    const chunked = "content-type: a/b\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n";
    const client = await begin(running(), post(path("cut-stream", "drink"), chunked));
    await untilMarked(running(), "begun cut-stream");
    client.socket.end();
    const answer = await answerOf(client);
    expect(answer?.status ?? 400).toBeGreaterThanOrEqual(400);
    const { marks } = await untilMarked(running(), "ended cut-stream");
    expect(marks).toContain("ended cut-stream");
  });

  test("a body that does not come in time", async () => {
    const sent = post(path("slow", "keep"), `${JSON_BODY}content-length: 100\r\n\r\n"half`);
    const answer = await answerOf(await begin(running(), sent));
    expect(answer?.status).toBe(408);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ type: "urn:bough:request-timeout" });
    expect((await probeOf(running())).marks).not.toContain("begun slow");
  });

  test("a streamed body that stops", async () => {
    const chunked = "content-type: a/b\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n";
    const answer = await answerOf(await begin(running(), post(path("stopped", "drink"), chunked)));
    expect(answer?.status).toBe(408);
    expect((await untilMarked(running(), "ended stopped")).marks).toContain("ended stopped");
  });

  test("a handler that throws before the first event", async () => {
    const answer = await answerOf(await begin(running(), get("/app/faults/broken?after=0")));
    expect(answer?.status).toBe(500);
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      type: "urn:bough:internal-server-error",
      title: "Internal Server Error",
      status: 500,
    });
  });

  test.each([
    ["a stream that throws before its first byte", "thrown?after=0"],
    ["a stream that throws after it", "thrown?after=3"],
    ["events that throw after the first", "broken?after=3"],
  ])("%s never looks whole", async (_, end) => {
    const before = (await probeOf(running())).errors.length;
    const answer = await answerOf(await begin(running(), get(`/app/faults/${end}`)));
    expect(answer?.status ?? 500).toBe(500);
    const { errors } = await until(running(), (state) => state.errors.length > before);
    expect(errors.slice(before)).toEqual([expect.stringMatching(/^thrown in /)]);
  });

  test("what is no request, behind one whose answer is on its way", async () => {
    const client = await begin(running(), get(`${path("spoilt", "flow")}?waits=signal`));
    const grown = async (length: number): Promise<void> => {
      while (!client.socket.closed && client.rest.length < length) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await grown(300);
    await client.write("no request\r\n\r\n").flushed();
    // A host that answers this has read that.
    await probeOf(running());
    await grown(client.rest.length + 300);
    client.destroy();
    await client.closed;
    expect(client.rest).not.toMatch(/\r\n0\r\n\r\n/);
    expect(/HTTP\/1\.1 400/.test(client.rest)).toBe(isLimited(running().runtime, "overwritten"));
    const { marks } = await untilMarked(running(), "ended spoilt");
    expect(marks).toContain("ended spoilt");
  });

  test("every call has settled, and nothing is unhandled", async () => {
    const state = await until(running(), ({ started, settled }) => started === settled);
    expect(state.started).toBeGreaterThan(0);
    expect(state.settled).toBe(state.started);
    expect(state.unhandled).toEqual([]);
    const { runtime, stderr } = running();
    expect(stderr()).not.toMatch(MISUSE);
    expect(stderr() !== "").toBe(isLimited(runtime, "echo"));
    expect(LEGACY_ABORT.test(stderr())).toBe(isLimited(runtime, "legacyAbort"));
    // That the count counts.
    await clientOf(running()).request(app.stray);
    const { unhandled } = await until(running(), (state) => state.unhandled.length > 0);
    expect(unhandled).toEqual([expect.stringContaining("stray")]);
  });
}
