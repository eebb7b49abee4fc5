// Client certificates on every host of node:http, with a real TLS server and certificates made by openssl.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createSecureServer as createHttp2Server } from "node:http2";
import { createServer as createHttpsServer, request as sendRequest } from "node:https";
import type { RequestOptions } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { serve } from "@hono/node-server";
import { bearer, get, rootResource } from "bough";
import { mutualTls } from "bough/existing";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { routing as routingOnNode, toListener } from "bough/node";
import { authenticate, createServer } from "bough/server";
import type { Routes } from "bough/server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const Device = mutualTls("device");
const UserToken = bearer("user-token");
const api = rootResource("v1", {
  me: get("me").security(Device).response<string>(),
  either: get("either").security(UserToken, Device).response<string>(),
});
// The name in the subject, as node:tls gives it.
const nameOf = (subject: unknown): string => (subject as { readonly CN: string }).CN;

function register(routes: Routes): void {
  const app = routes.secured([
    authenticate(Device, ({ subject, fingerprint256, raw }) =>
      fingerprint256.length === 95 && raw.byteLength > 100 ? nameOf(subject) : undefined,
    ),
    authenticate(UserToken, (token) => token),
  ]);
  app.route(api.me, ({ principal }) => principal);
  app.route(api.either, ({ principal, scheme }) => `${principal} by ${scheme}`);
}

/** Keys and certificates: of an authority, of what it has signed, and of a stranger. */
const folder = mkdtempSync(join(tmpdir(), "bough-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Identity {
  readonly key: Buffer;
  readonly cert: Buffer;
}

function certify(name: string, ...more: readonly string[]): Identity {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-keyout", key, "-out", cert, "-subj", `/CN=${name}`, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...curve, ...files, ...more], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

const signed = ["-CA", join(folder, "authority.pem"), "-CAkey", join(folder, "authority.key")];
const ca = certify("authority").cert;
const own = certify("server", ...signed, "-addext", "subjectAltName=IP:127.0.0.1");
const ada = certify("ada", ...signed);
const stranger = certify("ada-of-another-authority");
// The project decides for each endpoint, so the server lets every client connect.
const tls = { ...own, ca, requestCert: true, rejectUnauthorized: false };

const hosts: readonly (readonly [name: string, open: () => Server | Promise<Server>])[] = [
  [
    "toListener",
    () => {
      const server = createServer();
      register(server);
      return createHttpsServer(tls, toListener(server)).listen(0, "127.0.0.1");
    },
  ],
  [
    "routing on node:https",
    () => {
      const server = createHttpsServer(tls);
      register(routingOnNode(server));
      return server.listen(0, "127.0.0.1");
    },
  ],
  [
    "Express",
    () => {
      const app = express();
      register(routingOnExpress(app));
      return createHttpsServer(tls, app).listen(0, "127.0.0.1");
    },
  ],
  [
    "Fastify",
    async () => {
      const app = fastify({ https: tls });
      register(routingOnFastify(app) as Routes);
      await app.ready();
      return app.server.listen(0, "127.0.0.1");
    },
  ],
  [
    "Hono",
    () => {
      const app = new Hono();
      register(routingOnHono(app) as Routes);
      const options = { port: 0, hostname: "127.0.0.1", serverOptions: tls };
      return serve({ fetch: app.fetch, createServer: createHttpsServer, ...options });
    },
  ],
  [
    "Hono on node:http2",
    () => {
      const app = new Hono();
      register(routingOnHono(app) as Routes);
      const serverOptions = { ...tls, allowHTTP1: true };
      const options = { port: 0, hostname: "127.0.0.1", serverOptions };
      return serve({ fetch: app.fetch, createServer: createHttp2Server, ...options });
    },
  ],
];

interface HandlerResponse {
  readonly status: number | undefined;
  readonly challenge: string | undefined;
  readonly body: string;
  /** The session for a later connection. */
  readonly session: Buffer | undefined;
  readonly resumed: boolean;
}

async function ask(
  port: number,
  path: string,
  options: RequestOptions = {},
): Promise<HandlerResponse> {
  const request = sendRequest({ port, host: "127.0.0.1", path, ca, agent: false, ...options });
  let session: Buffer | undefined;
  request.on("socket", (socket) => socket.on("session", (given: Buffer) => (session = given)));
  const [response] = (await once(request.end(), "response")) as [
    AsyncIterable<Buffer> & {
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly socket: TLSSocket;
    },
  ];
  const resumed = response.socket.isSessionReused();
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    challenge: response.headers["www-authenticate"],
    body: Buffer.concat(chunks).toString(),
    session,
    resumed,
  };
}

describe.each(hosts)("%s", (_name, open) => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = await open();
    if (!server.listening) await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => void server.close());

  test("gives the certificate of a client to authenticate", async () => {
    expect(await ask(port, "/v1/me", ada)).toMatchObject({ status: 200, body: '"ada"' });
    expect((await ask(port, "/v1/either", ada)).body).toBe('"ada by device"');
    const headers = { authorization: "Bearer token" };
    expect((await ask(port, "/v1/either", { ...ada, headers })).body).toBe('"token by user-token"');
  });

  test("refuses a client without a certificate, and one that nobody vouches for", async () => {
    const refused = { status: 401, challenge: "MutualTls" };
    expect(await ask(port, "/v1/me")).toMatchObject(refused);
    expect(await ask(port, "/v1/me", stranger)).toMatchObject(refused);
  });

  test.each([["TLSv1.2"], ["TLSv1.3"]] as const)(
    "keeps to the certificate of a session that %s resumes",
    async (maxVersion) => {
      for (const [identity, status] of [
        [{}, 401],
        [stranger, 401],
        [ada, 200],
      ] as const) {
        const { session } = await ask(port, "/v1/me", { ...identity, maxVersion });
        const again = await ask(port, "/v1/me", {
          maxVersion,
          ...(session === undefined ? {} : { session }),
        });
        expect([again.resumed, again.status]).toEqual([true, status]);
      }
    },
  );
});

test("a server without TLS and a Fetch runtime have no certificate", async () => {
  const server = createServer();
  register(server);
  expect((await server.fetch("https://h.test/v1/me")).status).toBe(401);
});
