import { once } from "node:events";
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { createGunzip, createGzip, type Gzip } from "node:zlib";
import { events, get, plainText, post, rootResource, stream } from "bough";
import { toListener } from "bough/node";
import { createServer as createBough } from "bough/server";
import { afterEach, describe, expect, test } from "vitest";

const api = rootResource({
  ticks: get("ticks").response(events<number>()),
  noise: get("noise").response(stream("application/octet-stream")),
  take: post("take").request(plainText()),
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

// As `compression` of npm does it: content goes through a stream, and so do listeners to `drain`.
function compress(res: ServerResponse): Gzip {
  const gzip = createGzip();
  const { write, end, on } = res;
  gzip.on("data", (chunk: Buffer) => {
    if (!write.call(res, chunk, "utf8")) {
      gzip.pause();
    }
  });
  gzip.on("end", () => end.call(res, undefined, "utf8"));
  on.call(res, "drain", () => gzip.resume());
  res.setHeader("content-encoding", "gzip");
  Object.assign(res, {
    write: (chunk: Uint8Array | string) => gzip.write(chunk),
    end: (chunk?: Uint8Array | string) => (chunk === undefined ? gzip.end() : gzip.end(chunk)),
    flush: () => gzip.flush(),
    on: (event: string, listener: () => void) =>
      event === "drain" ? gzip.on(event, listener) && res : on.call(res, event, listener),
  });
  return gzip;
}

async function serve(
  server: Parameters<typeof toListener>[0],
  seen?: (gzip: Gzip) => void,
): Promise<number> {
  const listener = toListener(server);
  const http = createServer((req, res) => {
    const gzip = compress(res);
    seen?.(gzip);
    listener(req, res);
  });
  open.push(http);
  await once(http.listen(0, "127.0.0.1"), "listening");
  return (http.address() as AddressInfo).port;
}

async function answered(port: number, path: string): Promise<AsyncIterable<Buffer>> {
  const sent = request({ host: "127.0.0.1", port, path }).end();
  const [res] = (await once(sent, "response")) as [IncomingMessage];
  return res.pipe(createGunzip());
}

describe("behind middleware that compresses", () => {
  test("an event leaves before the next one is there", async () => {
    const server = createBough();
    let isRead = (): void => undefined;
    const read = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    server.route(api.ticks, async function* () {
      yield { data: 1 };
      await read;
      yield { data: 2 };
    });
    let text = "";
    for await (const chunk of await answered(await serve(server), "/ticks")) {
      text += String(chunk);
      if (text.includes("data: 1\n\n")) {
        isRead();
      }
    }
    expect(text).toBe("data: 1\n\ndata: 2\n\n");
  });

  test("a large stream leaves no listeners behind", async () => {
    const server = createBough();
    let left = 64;
    server.route(
      api.noise,
      () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(crypto.getRandomValues(new Uint8Array(65_536)));
            left--;
            if (left === 0) {
              controller.close();
            }
          },
        }),
    );
    const most: number[] = [];
    const port = await serve(server, (gzip) => {
      gzip.on("newListener", (event) => {
        if (event === "drain") {
          most.push(gzip.listenerCount("drain") + 1);
        }
      });
    });
    let length = 0;
    for await (const chunk of await answered(port, "/noise")) {
      length += chunk.length;
    }
    expect(length).toBe(64 * 65_536);
    expect(most).toEqual([1]);
  });

  test("an answer to a request that is still being written can be read", async () => {
    const server = createBough({ limits: { body: 10 } });
    server.route(api.take, () => undefined);
    let used: Gzip | undefined;
    const port = await serve(server, (gzip) => {
      used = gzip;
    });
    const sent = request({ host: "127.0.0.1", port, path: "/take", method: "POST" });
    sent.setHeader("content-type", "text/plain").on("error", () => undefined);
    sent.write("x".repeat(100));
    const [res] = (await once(sent, "response")) as [IncomingMessage];
    const [first] = (await once(res.pipe(createGunzip()), "data")) as [Buffer];
    expect(res.statusCode).toBe(413);
    expect(String(first)).toContain("urn:bough:content-too-large");
    expect(used?.writableEnded).toBe(false);
    sent.destroy();
  });
});
