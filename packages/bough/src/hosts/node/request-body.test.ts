import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { RawClient } from "../../../../../test/support/raw-client.ts";
import { readBody } from "./request-body.ts";

const LIMIT = 20;
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Read {
  readonly client: RawClient;
  readonly requests: readonly IncomingMessage[];
}

/** Answers a body with its text or its fault; `before` sees the request first. */
async function reading(
  before: (req: IncomingMessage) => Promise<void> | undefined = () => undefined,
): Promise<Read> {
  const requests: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    requests.push(req);
    void (async (): Promise<void> => {
      // What is awaited lets the body come by.
      const waited = before(req);
      if (waited !== undefined) {
        await waited;
      }
      const declared = req.headers["content-length"];
      const length = declared === undefined ? undefined : Number(declared);
      readBody(req, { limit: LIMIT, idle: 30_000, length }, (body) => {
        res.end(typeof body === "string" ? `fault: ${body}` : Buffer.from(body));
      });
    })();
  });
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { client: await RawClient.open((server.address() as AddressInfo).port), requests };
}

const head = (line: string): string => `POST / HTTP/1.1\r\nhost: h.test\r\n${line}\r\n\r\n`;
const declared = (body: string): string => head(`content-length: ${body.length}`) + body;

describe("readBody", () => {
  test("takes a body that comes with its head, and leaves nothing on the request", async () => {
    const { client, requests } = await reading();
    expect((await client.write(declared("first")).next()).body).toBe("first");
    const [req] = requests;
    expect(req?.listenerCount("data")).toBe(0);
    expect(req?.listenerCount("error")).toBe(0);
    expect((await client.write(declared("second")).next()).body).toBe("second");
    expect(req).toMatchObject({ complete: true, readableEnded: true, destroyed: true });
    client.destroy();
  });

  test("tells others of the request of its end", async () => {
    const told: string[] = [];
    const { client } = await reading((req) => {
      req.once("end", () => told.push("end")).once("close", () => told.push("close"));
      return undefined;
    });
    await client.write(declared("1")).next();
    await client.write(declared("2")).next();
    expect(told).toEqual(["end", "close", "end", "close"]);
    client.destroy();
  });

  test("reads each of several requests that come at once", async () => {
    const { client } = await reading();
    const chunked = `${head("transfer-encoding: chunked")}3\r\ntwo\r\n0\r\n\r\n`;
    client.write(declared("one") + chunked + declared("three"));
    expect((await client.next()).body).toBe("one");
    expect((await client.next()).body).toBe("two");
    expect((await client.next()).body).toBe("three");
    client.destroy();
  });

  test("reads what somebody before has paused", async () => {
    const { client } = await reading((req) => void req.pause());
    expect((await client.write(declared("paused")).next()).body).toBe("paused");
    client.destroy();
  });

  test("waits for a body that comes after its head, and for the rest of one", async () => {
    const { client } = await reading();
    client.write(head("content-length: 4"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.write("ab");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await client.write("cd").next()).body).toBe("abcd");
    client.write(`${head("content-length: 4")}ab`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await client.write("cd").next()).body).toBe("abcd");
    client.destroy();
  });

  test("takes a body that has come before it is asked for", async () => {
    const { client } = await reading(() => new Promise<void>((resolve) => setTimeout(resolve, 20)));
    expect((await client.write(declared("early")).next()).body).toBe("early");
    client.destroy();
  });

  test("holds a body that comes with its head to the limit", async () => {
    const { client } = await reading();
    expect((await client.write(declared("x".repeat(LIMIT))).next()).body).toHaveLength(LIMIT);
    const over = await client.write(declared("x".repeat(LIMIT + 1))).next();
    expect(over.body).toBe("fault: too-large");
    client.destroy();
  });

  test("has the whole of a body that somebody else listens to", async () => {
    const seen: string[] = [];
    const { client } = await reading((req) => {
      req.on("data", (chunk: Buffer) => seen.push(chunk.toString()));
      return undefined;
    });
    expect((await client.write(declared("shared")).next()).body).toBe("shared");
    expect(seen).toEqual(["shared"]);
    client.destroy();
  });

  test("is gone when its client left before it was asked for", async () => {
    const req = { destroyed: true, readableFlowing: null, readableLength: 1 } as IncomingMessage;
    const body = new Promise((resolve) =>
      readBody(req, { limit: LIMIT, idle: 30_000, length: 1 }, resolve),
    );
    expect(await body).toBe("gone");
  });

  test("hands over in the context of its caller, however the body comes", async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const server = createServer((req, res) => {
      storage.run(req.url ?? "", () => {
        const bounds = {
          limit: LIMIT,
          idle: 30_000,
          length: Number(req.headers["content-length"]),
        };
        readBody(req, bounds, () => {
          seen.push(storage.getStore());
          res.end();
        });
      });
    });
    open.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const client = await RawClient.open((server.address() as AddressInfo).port);
    await client.write(declared("whole").replace("/ ", "/whole ")).next();
    client.write(head("content-length: 2").replace("/ ", "/late "));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await client.write("ab").next();
    expect(seen).toEqual(["/whole", "/late"]);
    client.destroy();
  });
});
