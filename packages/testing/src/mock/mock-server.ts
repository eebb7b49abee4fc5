// The server of a mock: Bough's own, with one handler for all endpoints. It accepts credentials and writes errors where a
// project would have code of its own.
import type { AnyEndpoint, AnyResource } from "bough";
import { inspect } from "bough/contract";
import type { AnyScheme, FetchServer } from "bough/types";
import { authenticate, createServer, memoryStore, type ServerOptions } from "bough/server";
import type { JudgingSchema } from "./judged-requests.ts";
import type { RawHandler } from "./raw-call.ts";

/** Decides whether a credential is valid. */
export type CheckCredential = (credential: unknown, call: Scoped) => unknown;
interface Scoped {
  readonly scopes: readonly string[];
}

export interface ServerParts {
  readonly tops: readonly (readonly [name: string, resource: AnyResource])[];
  readonly options: Pick<ServerOptions, "schemas" | "onError">;
  readonly credentials: Readonly<Record<string, CheckCredential>>;
  /** Writes the errors below a root. */
  readonly writerOf: (name: string, root: AnyResource) => unknown;
  readonly handle: RawHandler;
  /** What validates the request bodies that the server does not validate itself. */
  readonly requestSchemaOf: (endpoint: AnyEndpoint) => JudgingSchema | undefined;
}

/** A server without the types of its endpoints. */
interface Untyped extends FetchServer {
  readonly "~refuse": (
    request: Request,
    status: number,
    endpoint: AnyEndpoint,
  ) => Promise<Response>;
  readonly "~certified": (request: Request, certificate: unknown) => Promise<Response>;
}
interface UntypedRoutes {
  readonly secured: (authenticators: readonly unknown[]) => UntypedRoutes;
  readonly idempotent: (options: object) => UntypedRoutes;
  readonly route: (
    endpoint: AnyEndpoint,
    handler: RawHandler,
    options?: { readonly request: JudgingSchema },
  ) => void;
  readonly errors: (root: AnyResource, write: unknown) => void;
  readonly rejections: (root: AnyResource, write: unknown) => void;
}

const CERTIFICATE = Object.freeze({
  subject: { CN: "mock" },
  issuer: { CN: "mock" },
  serialNumber: "01",
  fingerprint256: "00",
  raw: new Uint8Array(),
});

export class MockServer {
  readonly endpoints: readonly AnyEndpoint[];
  /** Whether a root has a format of its own for errors. */
  readonly hasFormats: boolean;
  readonly #server: Untyped;
  #resets = 0;

  constructor({ tops, options, credentials, writerOf, handle, requestSchemaOf }: ServerParts) {
    const server = createServer(options);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server has these members, which only this package uses
    this.#server = server as Untyped;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the endpoints are only known to the test
    const routes = server as unknown as UntypedRoutes;
    this.endpoints = [...new Set(tops.flatMap(([, resource]) => endpointsBelow(resource)))];
    const written = tops.map(([name, top]) => {
      const { parent, data } = top["~resource"];
      const root = parent === undefined ? top : rootOf(top);
      const { errors, rejections } = parent === undefined ? data : root["~resource"].data;
      if (errors !== undefined) {
        routes.errors(root, writerOf(name, root));
      } else if (rejections !== undefined) {
        routes.rejections(root, writerOf(name, root));
      }
      return errors ?? rejections;
    });
    this.hasFormats = written.some((one) => one !== undefined);
    const view = routes.secured(authenticators(this.endpoints, credentials));
    const keyed = view.idempotent({ store: memoryStore(), scope: () => `mock ${this.#resets}` });
    for (const endpoint of this.endpoints) {
      const request = requestSchemaOf(endpoint);
      const routes = endpoint.idempotent === undefined ? view : keyed;
      routes.route(endpoint, handle, request && { request });
    }
  }

  /** Forgets the keys of idempotent calls. */
  reset(): void {
    this.#resets++;
  }

  /** Serves a request for an endpoint; `undefined` if none has its path. */
  serve(request: Request, endpoint: AnyEndpoint | undefined): Promise<Response> {
    const needsCertificate = endpoint?.security?.some((one) =>
      schemesIn(one).some((scheme) => scheme["~scheme"].kind.type === "mutualTls"),
    );
    return needsCertificate === true
      ? this.#server["~certified"](request, CERTIFICATE)
      : this.#server.fetch(request);
  }

  /** Refuses a request before its handler. */
  refuse(request: Request, status: number, endpoint: AnyEndpoint): Promise<Response> {
    const { method, url, headers } = request;
    return this.#server["~refuse"](new Request(url, { method, headers }), status, endpoint);
  }
}

// `route` verifies the tree, and verifying takes half of the time that a mock of many endpoints needs.
function endpointsBelow(resource: AnyResource): AnyEndpoint[] {
  return Object.values(inspect(resource).children).flatMap((child) =>
    "~resource" in child ? endpointsBelow(child) : [child],
  );
}

function rootOf(resource: AnyResource): AnyResource {
  let at = resource["~resource"];
  while (at.parent !== undefined) {
    at = at.parent;
  }
  return at.value;
}

type Security = NonNullable<AnyEndpoint["security"]>[number];

function schemesIn(one: Security): readonly AnyScheme[] {
  return one["~security"] === "allOf" ? one.schemes : one["~security"] === "scheme" ? [one] : [];
}

function authenticators(
  endpoints: readonly AnyEndpoint[],
  credentials: Readonly<Record<string, CheckCredential>>,
): unknown[] {
  const schemes = endpoints.flatMap(({ security = [] }) => security.flatMap(schemesIn));
  const each = new Map(schemes.map((one) => [one["~scheme"], one]));
  const names = new Set(schemes.map(({ name }) => name));
  const unknown = Object.keys(credentials).find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `createMock: credentials has "${unknown}", which is not a security scheme of this API: expected ${[...names].join(", ") || "none"}`,
    );
  }
  return [...each.values()].map((scheme) => {
    const check = Object.hasOwn(credentials, scheme.name) ? credentials[scheme.name] : undefined;
    const run = (credential: unknown, call: Scoped): unknown => {
      // A server refuses to serve scopes that nobody reads.
      void call.scopes;
      return check === undefined ? credential : check(credential, call);
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the credential is only known to the test
    return authenticate(scheme as never, run as never);
  });
}
