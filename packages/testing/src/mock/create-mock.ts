// A mock of an API: what a test tells it and asks it, in front of its server.
import type { AnyEndpoint, AnyFailure, AnyResource } from "bough";
import { contractOf, endpointAt } from "bough/contract";
import type { None } from "bough/types";
import { SchemaReader } from "../values/schema-reader.ts";
import { collectionsOf } from "./collections.ts";
import { entitiesOf } from "./entities.ts";
import { EntityStore } from "./entity-store.ts";
import { errorBody, type Written } from "./error-bodies.ts";
import { judgingSchema } from "./judged-requests.ts";
import { Maker } from "./maker.ts";
import type { Mock, MockOptions, MockSource, PrincipalsOf, Times } from "./mock.ts";
import { MockServer, type CheckCredential } from "./mock-server.ts";
import { cutAfter, never, pause, unlessAborted } from "./network.ts";
import type { OwnParts } from "./asked.ts";
import type { FailOptions, RawCall, RawHandler, RespondOptions } from "./raw-call.ts";
import { headersOfRefusal, refusalsOf } from "./refusals.ts";
import type { Taken } from "./rules.ts";
import { isMistake, passing, runCall, type Passing } from "./run-call.ts";
import { stateText } from "./state-text.ts";
import { idsOf, ToldEndpoints, type Outcome, type Recorded } from "./told.ts";
import { verifyCount, verifyOptions } from "./verify-options.ts";

/** The options of `createMock`, at run time. */
export type AnyMockOptions = Omit<MockOptions<AnyResource, None>, "credentials" | "errors"> & {
  readonly credentials?: Readonly<Record<string, CheckCredential>>;
  readonly errors?: object;
};

/**
 * Creates a mock of an API: `createMock(api, { schemas })`. It validates requests, checks credentials and refuses as the
 * server of the API does. It responds with declared examples, with what was created before, or with values that fit the
 * schemas. Throws a `DeclarationError` for a faulty tree.
 *
 * @example
 * const mock = createMock(api, { schemas });
 * mock.fail(api.users.create, EmailTaken, { email: "ada@example.test" });
 * const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch });
 */
export function createMock<const A extends MockSource, C extends object = None>(
  api: A,
  options: MockOptions<A, C> = {},
): Mock<PrincipalsOf<C>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a mock are those of its API, which it only knows at run time
  return new MockedApi(api, options as unknown as AnyMockOptions) as unknown as Mock<
    PrincipalsOf<C>
  >;
}

/** A mock, at run time. */
class MockedApi {
  readonly #source: MockSource;
  readonly #options: AnyMockOptions;
  readonly #onError: OwnParts["onError"];
  /** The trees by name; the only one has none. */
  readonly #tops: readonly (readonly [name: string, resource: AnyResource])[];
  readonly #nodes: readonly AnyResource[];
  readonly #methods: readonly string[];
  readonly #server: MockServer;
  readonly #told: ToldEndpoints;
  readonly #passing = new WeakMap<Request, Passing>();
  readonly #store = new EntityStore();
  #parts: OwnParts | undefined;
  #hung = new AbortController();

  constructor(source: MockSource, options: AnyMockOptions) {
    verifyOptions(options);
    const { schemas, onError = console.error, credentials = {}, state } = options;
    this.#onError = onError;
    this.#source = source;
    this.#options = options;
    this.#tops = isResource(source) ? [["", source]] : Object.entries(source);
    this.#nodes = this.#tops.map(([, resource]) => resource);
    this.#server = new MockServer({
      tops: this.#tops,
      credentials,
      options: {
        ...(schemas === undefined ? {} : { schemas }),
        onError: (error, call) => {
          const at = call && this.#passing.get(call.request);
          if (at !== undefined && isMistake(error, at)) {
            at.error ??= error;
          } else {
            onError(error, call);
          }
        },
      },
      writerOf: (name, root) => this.#writerOf(name, root),
      handle: (call) => this.#handle(call),
      requestSchemaOf: (endpoint) =>
        judgingSchema(endpoint, schemas, () => this.#own().maker.load()),
    });
    const { endpoints } = this.#server;
    this.#told = new ToldEndpoints(endpoints);
    this.#methods = [...new Set(endpoints.map(({ method }) => method))];
    if (typeof state === "object") {
      // A wrong name in it is found at once.
      this.#own();
    }
  }

  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const isRequest = input instanceof Request && init === undefined;
    const request = isRequest ? input : new Request(input, init);
    return (await this["~answer"](request)) ?? this.#serve(sameSite(request), undefined);
  };

  // Rejects as `fetch` does for a broken connection.
  readonly "~answer" = async (given: Request): Promise<Response | undefined> => {
    const { signal } = given;
    signal.throwIfAborted();
    const request = sameSite(given);
    const { method, url } = request;
    const match = endpointAt(this.#nodes, method, url);
    if (match === undefined) {
      // The values of error formats may load through MSW, so a path of others waits for nothing.
      const isKnown = this.#methods.some((one) => endpointAt(this.#nodes, one, url) !== undefined);
      return isKnown ? this.#serve(request, undefined) : undefined;
    }
    const { endpoint, ids } = match;
    const told = this.#told.of(endpoint);
    const isHung = told.hangs.take(ids) !== undefined;
    const milliseconds = told.delays.take(ids)?.what;
    const cut = told.cuts.take(ids)?.what;
    if (isHung) {
      return never(AbortSignal.any([signal, this.#hung.signal]));
    }
    if (milliseconds !== undefined) {
      await pause(milliseconds, signal);
    }
    const responding = this.#respond(request, endpoint, told.outcomes.take(ids));
    const response = await unlessAborted(responding, signal);
    return cut === undefined ? response : cutAfter(response, cut);
  };

  reply(endpoint: AnyEndpoint, value?: unknown, options: RespondOptions & Times = {}): void {
    this.#tell(endpoint, { kind: "reply", value, options }, options);
  }

  on(endpoint: AnyEndpoint, handler: RawHandler, options: Times = {}): void {
    if (typeof handler !== "function") {
      throw new TypeError(`mock.on: expected a handler, received ${String(handler)}`);
    }
    this.#tell(endpoint, { kind: "handler", handler }, options);
  }

  fail(
    endpoint: AnyEndpoint,
    failure: AnyFailure,
    data?: unknown,
    options: FailOptions & Times = {},
  ): void {
    if (!endpoint.failures.includes(failure)) {
      const declared = endpoint.failures.map(({ name }) => name).join(", ") || "no failure";
      throw new TypeError(
        `mock.fail: ${endpoint.method} ${endpoint.template} does not declare the failure "${String(Object(failure)["name"])}": it declares ${declared}`,
      );
    }
    this.#tell(endpoint, { kind: "fail", failure, data, options }, options);
  }

  reject(endpoint: AnyEndpoint, status: number, options: Times = {}): void {
    const refusals = refusalsOf(endpoint);
    if (!refusals.includes(status)) {
      throw new TypeError(
        `mock.reject: expected a status with which Bough refuses, one of ${refusals.join(", ")}, received ${String(status)}: use mock.fail for a declared failure`,
      );
    }
    this.#tell(endpoint, { kind: "reject", status }, options);
  }

  delay(endpoint: AnyEndpoint, milliseconds: number, { times }: Times = {}): void {
    verifyCount("mock.delay: milliseconds", milliseconds);
    this.#told.of(endpoint).delays.add(milliseconds, idsOf(endpoint), times);
  }

  cut(
    endpoint: AnyEndpoint,
    { afterBytes = 0, times }: Times & { readonly afterBytes?: number } = {},
  ): void {
    verifyCount("mock.cut: afterBytes", afterBytes);
    this.#told.of(endpoint).cuts.add(afterBytes, idsOf(endpoint), times);
  }

  hang(endpoint: AnyEndpoint, { times }: Times = {}): void {
    this.#told.of(endpoint).hangs.add(true, idsOf(endpoint), times);
  }

  calls(endpoint: AnyEndpoint): Recorded[] {
    return this.#told.of(endpoint).callsFor(idsOf(endpoint));
  }

  entities(resource: AnyResource): object {
    return entitiesOf(resource, this.#own().collections, this.#store);
  }

  state(): string {
    return this.#options.state === false
      ? "keeps no state: the option state is false"
      : stateText(this.#own().collections, this.#store);
  }

  reset(): void {
    this.#told.clear();
    this.#store.reset();
    this.#server.reset();
    this.#hung.abort(new TypeError("the mock was reset"));
    this.#hung = new AbortController();
  }

  #tell(endpoint: AnyEndpoint, outcome: Outcome, { times }: Times): void {
    this.#told.of(endpoint).outcomes.add(outcome, idsOf(endpoint), times);
  }

  /** What own responses need. It is read when it is needed first. */
  #own(): OwnParts {
    if (this.#parts === undefined) {
      const { schemas, state = {}, seed = 1, examples = true } = this.#options;
      const contract = contractOf(this.#source, schemas === undefined ? {} : { schemas });
      const { schemas: components } = contract.components;
      const reader = new SchemaReader(components);
      const ids = state === false ? {} : state;
      this.#parts = {
        described: new Map(contract.endpoints.map((one) => [one.key, one])),
        collections: collectionsOf(this.#tops, contract, { reader, ids }),
        keepsState: state !== false,
        store: this.#store,
        maker: new Maker(components),
        seed,
        examples: examples === true ? {} : examples,
        onError: this.#onError,
      };
    }
    return this.#parts;
  }

  async #respond(
    request: Request,
    endpoint: AnyEndpoint,
    outcome: Taken<Outcome> | undefined,
  ): Promise<Response> {
    if (outcome?.what.kind === "reject") {
      return this.#refuse(request, outcome.what.status, endpoint);
    }
    const at = passing(outcome);
    this.#passing.set(request, at);
    const served = await this.#serve(request, endpoint);
    const { call, refused, error, applied, body, failure } = at;
    if (call === undefined) {
      outcome?.restore();
    }
    if (error !== undefined && refused === undefined) {
      throw error;
    }
    const response =
      refused === undefined ? served : await this.#refuse(request, refused, endpoint);
    if (applied !== undefined) {
      response.headers.set("preference-applied", applied);
    }
    if (call !== undefined) {
      call.response = { status: response.status, body, failure };
    }
    return response;
  }

  async #serve(request: Request, endpoint: AnyEndpoint | undefined): Promise<Response> {
    await this.#loadFormats();
    return this.#server.serve(request, endpoint);
  }

  async #refuse(request: Request, status: number, endpoint: AnyEndpoint): Promise<Response> {
    await this.#loadFormats();
    const response = await this.#server.refuse(request, status, endpoint);
    for (const [name, value] of headersOfRefusal(status, endpoint)) {
      response.headers.set(name, value);
    }
    return response;
  }

  // A server writes errors at once.
  async #loadFormats(): Promise<void> {
    if (this.#server.hasFormats) {
      await this.#own().maker.load();
    }
  }

  #handle(call: RawCall): Promise<unknown> {
    const { body, ids, parameters, headers, request, endpoint } = call;
    const at = this.#passing.get(request) ?? passing(undefined);
    at.call = { body, ids, parameters, headers, response: undefined };
    this.#told.of(endpoint).calls.push(at.call);
    return runCall(call, at, this.#own());
  }

  #writerOf(name: string, root: AnyResource): unknown {
    const { errors } = this.#options;
    const given: unknown = name === "" ? errors : Object(errors)[name];
    if (given !== undefined) {
      return given;
    }
    return (error: Written): unknown => {
      const { described, maker } = this.#own();
      const contract = [...described.values()].find(({ template }) =>
        template.startsWith(root["~resource"].template),
      );
      const { rejections = [], errors: paths = {} } = contract ?? {};
      return errorBody(error, { content: rejections[0], paths }, maker.loaded);
    };
  }
}

function isResource(source: MockSource): source is AnyResource {
  return "~resource" in source;
}

// A mock has no site of its own, so a cookie of any page is one of its own.
function sameSite(request: Request): Request {
  const { headers } = request;
  if (!headers.has("cookie") || !(headers.has("origin") || headers.has("sec-fetch-site"))) {
    return request;
  }
  const kept = new Headers(headers);
  kept.delete("origin");
  kept.delete("sec-fetch-site");
  return new Request(request, { headers: kept });
}
