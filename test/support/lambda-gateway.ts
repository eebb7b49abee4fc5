// Lambda functions behind a function URL, as hosts that listen: each request becomes an event, and the result of the
// function a response.
import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { toLambda, type LambdaEvent } from "bough/lambda";
import type { FetchServer } from "bough/types";
import { vi } from "vitest";
import { contextOf, urlEvent } from "./lambda-events.ts";
import { awslambda, invokeStreaming } from "./lambda-runtime.ts";

/** A function behind a function URL, before it listens. */
export type Gateway = (server: FetchServer) => Server;

async function eventOf(req: IncomingMessage): Promise<LambdaEvent> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of req) chunks.push(chunk as Uint8Array);
  const [rawPath = "", ...query] = (req.url ?? "").split("?");
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [name, values = []] of Object.entries(req.headersDistinct)) {
    if (name === "cookie") {
      cookies.push(...values.flatMap((line) => line.split("; ")));
    } else {
      headers[name] = values.join(",");
    }
  }
  const event = urlEvent({ rawPath, rawQueryString: query.join("?"), headers }, req.method);
  return {
    ...event,
    ...(cookies.length > 0 ? { cookies } : {}),
    ...(chunks.length > 0
      ? { body: Buffer.concat(chunks).toString("base64"), isBase64Encoded: true }
      : {}),
  };
}

function listening(answer: (event: LambdaEvent, res: ServerResponse) => Promise<void>): Server {
  return createHttpServer((req, res) => {
    eventOf(req)
      .then((event) => answer(event, res))
      .catch(() => {
        if (res.headersSent) {
          res.destroy();
        } else {
          res.writeHead(502).end();
        }
      });
  });
}

/** A function whose responses are complete. */
export const buffered: Gateway = (server) => {
  const handler = toLambda(server);
  return listening(async (event, res) => {
    const {
      statusCode,
      headers,
      cookies = [],
      body,
      isBase64Encoded,
    } = await handler(event, contextOf());
    res.setHeader("set-cookie", cookies);
    res.writeHead(statusCode, headers);
    res.end(Buffer.from(body, isBase64Encoded ? "base64" : "utf8"));
  });
};

/** A function that streams its responses. */
export const streaming: Gateway = (server) => {
  vi.stubGlobal("awslambda", awslambda);
  const handler = toLambda(server, { streaming: true });
  return listening(async (event, res) => {
    await invokeStreaming(handler, event, contextOf(), {
      head({ statusCode, headers, cookies }) {
        res.setHeader("set-cookie", cookies);
        res.writeHead(statusCode, headers).flushHeaders();
      },
      chunk: (content) => void res.write(content),
    }).ended;
    res.end();
  });
};
