// What the package gives to its users: the names of each entry and the `exports` map.
// A name that comes or goes shows here as a difference, one name a line. After a change that is meant:
// `npx vitest run test/exports.test.ts --update`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MOVED } from "../packages/migrate/src/moved.ts";
import { home, repository } from "./support/staged-package.ts";

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
}

const manifest = JSON.parse(
  readFileSync(join(repository, home, "package.json"), "utf8"),
) as Manifest;
const entries = Object.entries(manifest.exports).flatMap(([key, target]) =>
  typeof target === "string" ? [] : [{ key, target }],
);

describe("the public names", () => {
  test("of bough", async () => {
    expect(await publicNames(".")).toMatchInlineSnapshot(`
      "AddressError
      DeclarationError
      DecodeError
      anonymous
      apiKey
      bearer
      bigint
      bind
      body
      boolean
      bytes
      cookie
      date
      dateTime
      del
      dynamicResource
      events
      failure
      file
      get
      hrefOf
      integer
      issue
      json
      jsonLines
      list
      multipart
      noBody
      number
      object
      oneOf
      parameter
      part
      patch
      plainText
      post
      put
      query
      rootResource
      segments
      slash
      staticResource
      stream
      string
      twoWay
      type
      uuid
      verify
      type AnyEndpoint
      type AnyFailure
      type AnyResource
      type BoundEndpoint
      type Codec
      type Dynamic
      type InferBody
      type InferCookies
      type InferFailure
      type InferHeaders
      type InferIds
      type InferItem
      type InferParameters
      type InferRequest
      type InferResponse
      type InferReturn
      type InferYield
      type ParameterCodec
      type Root
      type Static
      type TypedEndpoint
      type UploadedFile"
    `);
  });

  test("of bough/existing, which only existing APIs need", async () => {
    expect(await publicNames("./existing")).toMatchInlineSnapshot(`
      "allOf
      basic
      either
      errorFormat
      form
      head
      httpAuth
      jsonText
      mutualTls
      namedEvents
      oauth2
      oneOfBodies
      openIdConnect
      record
      type BasicCredential
      type BasicOptions
      type ClientCertificate
      type ErrorFormat
      type HttpAuthOptions
      type OAuthFlows
      type OAuthOptions
      type OpenIdOptions
      type StatusRange"
    `);
  });

  test("of bough/server", async () => {
    expect(await publicNames("./server")).toMatchInlineSnapshot(`
      "Failed
      HandlerError
      MissedEventsError
      RouteError
      accessLog
      authenticate
      createServer
      createTopic
      inProcess
      memoryStore
      memoryTopic
      sameSecret
      servePort
      type Around
      type Call
      type EventLog
      type ExtractedSchemas
      type Guard
      type Handler
      type Handlers
      type Routes
      type Server
      type ServerOptions
      type Topic"
    `);
  });

  test("of bough/client", async () => {
    expect(await publicNames("./client")).toMatchInlineSnapshot(`
      "CallError
      FailureError
      InvalidRequestError
      InvalidResponseError
      NotModifiedError
      RejectionError
      TimeoutError
      TransportError
      UnexpectedResponseError
      createClient
      credential
      followRedirects
      isRejection
      items
      noticeDeprecated
      pages
      portFetch
      update
      type Client
      type ClientOptions
      type Fetch
      type RequestOptions
      type Result"
    `);
  });

  test("of bough/contract", async () => {
    expect(await publicNames("./contract")).toMatchInlineSnapshot(`
      "TEXT_FORMATS
      canonical
      changedSchema
      contractOf
      contractSchema
      endpointAt
      endpointKey
      endpointsOf
      inspect
      inspectServer
      isMultiple
      isText
      rejectionsOf
      resourcesOf
      statusPhrase
      type Contract
      type ContractBodyPart
      type ContractComponents
      type ContractConditional
      type ContractContent
      type ContractCookie
      type ContractDeprecation
      type ContractEndpoint
      type ContractErrorPaths
      type ContractFacts
      type ContractFailure
      type ContractFile
      type ContractIdempotent
      type ContractKind
      type ContractLimits
      type ContractName
      type ContractOpaque
      type ContractOptions
      type ContractPaging
      type ContractParameter
      type ContractPart
      type ContractProse
      type ContractRejection
      type ContractRequest
      type ContractResource
      type ContractResponse
      type ContractRoots
      type ContractSecurity
      type ContractSecurityScheme
      type ContractSource
      type ContractType
      type EndpointMatch
      type Inspection
      type QueryIssue
      type ServerInspection
      type Serving"
    `);
  });

  test("of bough/node", async () => {
    expect(await publicNames("./node")).toMatchInlineSnapshot(`
      "listen
      routing
      toListener
      type HostListener
      type ListenOptions
      type Listener
      type ListenerOptions
      type Listening
      type NodeHost
      type NodeOptions
      type NodeRoutes
      type RequestEmitter"
    `);
  });

  test("of bough/lambda", async () => {
    expect(await publicNames("./lambda")).toMatchInlineSnapshot(`
      "toLambda
      type LambdaContext
      type LambdaEvent
      type LambdaHandler
      type LambdaHost
      type LambdaOptions
      type LambdaRequestContext
      type LambdaResult
      type ResponseStream
      type StreamingHandler"
    `);
  });

  test.each([
    ["./express", ["ExpressHost", "ExpressOptions"]],
    ["./fastify", ["FastifyHost", "FastifyOptions"]],
    ["./hono", ["HonoOptions"]],
  ])("of a host, %s, are routing and its types", async (key, types) => {
    const names = ["routing", ...types.map((name) => `type ${name}`)];
    expect((await publicNames(key)).split("\n")).toEqual(names);
  });

  test("of bough/client/adapters", async () => {
    expect(await publicNames("./client/adapters")).toMatchInlineSnapshot(`
      "maskedUrl
      pageOptions
      urlPartsOf
      type PageBefore
      type PageOptions
      type UrlIssue
      type UrlParts
      type UrlPiece"
    `);
  });

  // What an editor offers behind `import {`: functions and constants, and types with classes. A name more goes to
  // another entry, or to a package.
  test.each([
    [".", 45, 25],
    ["./server", 9, 15],
    ["./client", 10, 15],
  ])("of %s are at most %i values and %i types", (key, mostValues, mostTypes) => {
    const entry = entries.find((one) => one.key === key);
    const { values, types } = namesIn(entry ? sourceOf(entry.target) : "");
    const classes = values.filter((name) => /^[A-Z]/.test(name));
    expect(values.length).toBeGreaterThan(classes.length);
    expect(values.length - classes.length).toBeLessThanOrEqual(mostValues);
    expect(types.length + classes.length).toBeLessThanOrEqual(mostTypes);
  });

  test("of bough/types, for annotations and emitted files", async () => {
    expect(await publicNames("./types")).toMatchInlineSnapshot(`
      "type AffixedShape
      type AllOf
      type Anonymous
      type AnyAccept
      type AnyAuthenticator
      type AnyErrorFormat
      type AnyPagedResponse
      type AnyScheme
      type AnySecurity
      type ApiKeyOptions
      type AroundCall
      type AroundOptions
      type AuthenticateCall
      type Authenticator
      type AuthorizeCall
      type Bare
      type BareDetail
      type BearerOptions
      type Body
      type BodyPart
      type BodySchema
      type BodySchemas
      type BoundTo
      type Bounds
      type BufferedMultipartBody
      type BufferedParts
      type BySchema
      type BytesBody
      type CallInfo
      type CallIssue
      type CallOf
      type CallOptions
      type CallResult
      type Callable
      type ChosenArguments
      type ClientAround
      type ClientExchange
      type CodecBody
      type ConditionalRead
      type ConditionalWrite
      type ContextServer
      type Cookie
      type CookieOptions
      type CorsOptions
      type CreateTopicOptions
      type Credential
      type CredentialRequest
      type Day
      type DeclaredResponse
      type DecodeLimits
      type Deprecation
      type DeprecationNotice
      type Description
      type DetailWithBody
      type DetailWithHeaders
      type Directions
      type DynamicShape
      type Endpoint
      type EndpointDeclaration
      type EndpointOptions
      type EndpointSchemas
      type ErrorCall
      type ErrorWriter
      type EventInput
      type EventMessage
      type EventStream
      type EventsBody
      type EventsOptions
      type Fail
      type Failure
      type FailureOptions
      type FailuresOf
      type Fault
      type FetchServer
      type FileInput
      type FileOptions
      type FilePart
      type FormatPaths
      type GivenNamedEvent
      type GuardCall
      type GuardValues
      type HandlerFault
      type HandlerIn
      type HandlerResponse
      type HandlerWith
      type HeaderRecord
      type HeadersOf
      type HostOptions
      type HostRoutes
      type IdempotencyOptions
      type IdempotencyStore
      type Idempotent
      type IdempotentRequest
      type InFormat
      type InProcessFetch
      type InProcessOptions
      type InferPrincipal
      type Inherited
      type InheritedBy
      type Inheriting
      type InheritingErrors
      type InheritingRejections
      type Issue
      type JsonLinesBody
      type JsonOptions
      type JsonSchema
      type Keep
      type Keyed
      type Limits
      type LogPage
      type LoggedEvent
      type MemoryStoreOptions
      type MemoryTopicOptions
      type MultipartBody
      type MultipartOptions
      type NamedEventsBody
      type NamedTopic
      type NamedTopicEvent
      type Negotiated
      type NegotiatedEndpoint
      type NoBody
      type NoCookies
      type NoDetail
      type NoReceivedResponse
      type NoRequest
      type Node
      type None
      type ObjectParameter
      type Observed
      type ObservedRequest
      type Observer
      type OneOfBodies
      type OpenIds
      type OptionalBody
      type PageResult
      type PagedArguments
      type PagedDeclaration
      type PagedName
      type PagedOptions
      type PagedResponse
      type Parameter
      type ParametersInput
      type ParametersOf
      type ParametersOutput
      type PendingResult
      type Place
      type Plain
      type Port
      type PortFetch
      type PortOptions
      type PortServer
      type ReadCall
      type ReadFrom
      type ReceivedEvent
      type ReceivedFailure
      type ReceivedFailureResponse
      type ReceivedNamedEvent
      type ReceivedParts
      type ReceivedResponse
      type ReceivedTopicEvent
      type RecordParameter
      type RedirectedRequest
      type Redirects
      type RejectCall
      type Rejected
      type RejectionIssue
      type RejectionOf
      type RejectionWriter
      type RequestArguments
      type RequestCall
      type RequestIssue
      type Resource
      type ResourceOptions
      type RespondResult
      type ResponseCookie
      type ResponseData
      type ResultAccessors
      type RetryOptions
      type Returns
      type RootShape
      type RouteLimits
      type RouteOptions
      type RoutesBelow
      type RoutesOf
      type Scheme
      type SchemeOptions
      type SecuredHandler
      type SecuredPosition
      type Segment
      type Sequence
      type ServedPort
      type StaticShape
      type StoredFailure
      type StoredResponse
      type StreamBody
      type StreamedContent
      type SubscribeOptions
      type Subscription
      type Tagged
      type TaggedCall
      type Taking
      type Top
      type TopicCodec
      type TopicEvent
      type TopicOptions
      type TrailingSlashMismatch
      type TwoWay
      type TypedBody
      type Unbound
      type UncheckedBody
      type UncheckedSchema
      type UntypedEndpoint
      type UpdateEndpoints
      type UpdateOptions
      type UrlArguments
      type View
      type VisitorHeaders
      type WholeContent
      type WholeFile
      type WholeForm
      type WithChoice
      type WithConditional
      type WithCookies
      type WithFact
      type WithHeaders
      type WithIds
      type WithKey
      type WithMeta
      type WithOptionalRequest
      type WithParameters
      type WithRequest
      type WithSecurity
      type WrittenError"
    `);
  });

  test("are in one entry each", () => {
    const homes = new Map<string, string[]>();
    for (const { key, target } of entries) {
      for (const name of reExported(sourceOf(target))) {
        homes.set(name, [...(homes.get(name) ?? []), key]);
      }
    }
    expect([...homes].filter(([, keys]) => keys.length > 1)).toEqual([]);
  });

  test("are where the table of bough-migrate says", () => {
    const namesOf = (specifier: string): readonly string[] => {
      const key = specifier.replace(manifest.name, ".");
      const entry = entries.find((one) => one.key === key);
      const { values, types } = namesIn(entry ? sourceOf(entry.target) : "");
      return [...values, ...types];
    };
    expect(MOVED.names.filter(({ name, to }) => !namesOf(to).includes(name))).toEqual([]);
    expect(MOVED.names.filter(({ name, from }) => namesOf(from).includes(name))).toEqual([]);
  });

  test("have moved as CHANGELOG.md says", () => {
    const changes = readFileSync(join(repository, "CHANGELOG.md"), "utf8");
    const rows = changes.matchAll(/^ *\| (`.*`) \| `(bough[/\w]*)` \| `(bough\/[/\w]*)` \|$/gm);
    const told = [...rows].flatMap(([, names = "", from, to]) =>
      [...names.matchAll(/\w+/g)].map(([name]) => `${name}: ${from} → ${to}`),
    );
    const moved = MOVED.names.map(({ name, from, to }) => `${name}: ${from} → ${to}`);
    expect(told.toSorted()).toEqual(moved.toSorted());
  });

  test("are pinned for every entry", () => {
    const pinned = [
      ".",
      "./client",
      "./client/adapters",
      "./client/xhr",
      "./contract",
      "./existing",
      "./express",
      "./fastify",
      "./hono",
      "./lambda",
      "./node",
      "./server",
      "./types",
    ];
    expect(entries.map(({ key }) => key).toSorted()).toEqual(pinned.toSorted());
  });
});

describe("the exports map", () => {
  test.each(entries)("$key leads to a source, types and code of one module", ({ target }) => {
    const noun = /^\.\/src\/([a-z-]+)\.ts$/.exec(target["bough:source"] ?? "")?.[1];
    expect(Object.entries(target)).toEqual([
      ["bough:source", `./src/${noun}.ts`],
      ["types", `./dist/${noun}.d.ts`],
      ["default", `./dist/${noun}.js`],
    ]);
    expect(existsSync(join(repository, home, `src/${noun}.ts`))).toBe(true);
  });

  test.each(entries)(
    "the source of $key re-exports by name and does nothing else",
    ({ target }) => {
      expect(withoutReExports(sourceOf(target))).toBe("");
    },
  );

  test("names no run-time dependency", () => {
    expect(manifest.dependencies ?? {}).toEqual({});
  });
});

describe("docs/reference/exports.md", () => {
  const sections = readFileSync(join(repository, "docs/reference/exports.md"), "utf8").split(
    /^## /m,
  );

  /** Names that have a row of their own, and types that share one with their page. */
  const namesOf = (section: string): string[] =>
    [...section.matchAll(/^(?:\| |Types: )((?:`\w+`(?:, )?)+)(?: \||\.$)/gm)].flatMap(
      ([, names = ""]) => [...names.matchAll(/\w+/g)].map(([name]) => name),
    );

  // Nobody writes most names of `bough/types`.
  const written = entries.filter(({ key }) => key !== "./types");
  test.each(written)("has a row for every value of $key, and its types", ({ key, target }) => {
    const heading = `\`${key.replace(".", manifest.name)}\`\n`;
    const section = sections.find((text) => text.startsWith(heading)) ?? "";
    const rows = [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| \[/gm)].map(([, name]) => name);
    const { values, types } = namesIn(sourceOf(target));
    expect(values.filter((name) => !rows.includes(name))).toEqual([]);
    expect(namesOf(section).toSorted()).toEqual([...values, ...types].toSorted());
  });

  test("names only what bough/types exports", () => {
    const section = sections.find((text) => text.startsWith("`bough/types`\n")) ?? "";
    const entry = entries.find(({ key }) => key === "./types");
    const { types } = namesIn(entry ? sourceOf(entry.target) : "");
    expect(namesOf(section).length).toBeGreaterThan(80);
    expect(namesOf(section).filter((name) => !types.includes(name))).toEqual([]);
  });

  test.each(entriesBeside())("names every export of $entry", ({ entry, source }) => {
    const section = sections.find((text) => text.startsWith(`\`${entry}\`\n`)) ?? "";
    const { values, types } = namesIn(source);
    expect([...values, ...types].filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });
});

/** The entries of the other packages. */
function entriesBeside(): { entry: string; source: string }[] {
  return readdirSync(join(repository, "packages")).flatMap((name) => {
    const folder = join(repository, "packages", name);
    const file = join(folder, "package.json");
    if (name === "bough" || !existsSync(file)) return [];
    const beside = JSON.parse(readFileSync(file, "utf8")) as Partial<Manifest> & { name: string };
    return Object.entries(beside.exports ?? {}).flatMap(([key, target]) => {
      const path = typeof target === "string" ? undefined : target["bough:source"];
      if (path === undefined) return [];
      return [{ entry: join(beside.name, key), source: readFileSync(join(folder, path), "utf8") }];
    });
  });
}

/** One name a line, types marked, sorted; the values are those the module really has. */
async function publicNames(key: string): Promise<string> {
  const entry = entries.find((one) => one.key === key);
  if (entry === undefined) throw new Error(`package.json exports no ${key}.`);
  const { values, types } = namesIn(sourceOf(entry.target));
  const specifier = key.replace(".", manifest.name);
  const module = (await import(/* @vite-ignore */ specifier)) as Record<string, unknown>;
  expect(Object.keys(module).toSorted()).toEqual(values.toSorted());
  return [...values.toSorted(), ...types.toSorted().map((name) => `type ${name}`)].join("\n");
}

const reExport = /export\s+(type\s+)?\{([^}]*)\}\s*from\s*"[^"]+";?/g;

function namesIn(source: string): { values: string[]; types: string[] } {
  const names = { values: [] as string[], types: [] as string[] };
  for (const [, isType, list = ""] of source.matchAll(reExport)) {
    for (const item of list.split(",")) {
      const [, inlineType, name] = /^\s*(type\s+)?(?:\w+\s+as\s+)?(\w+)\s*$/.exec(item) ?? [];
      if (name !== undefined) names[isType || inlineType ? "types" : "values"].push(name);
    }
  }
  return names;
}

/** What an entry exports, by the module that declares it: `./shared/codec/codec.ts Codec`. */
function reExported(source: string): string[] {
  return [...source.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}\s*from\s*("[^"]+")/g)].flatMap(
    ([, list = "", file]) =>
      [...list.matchAll(/(\w+)(?:\s+as\s+\w+)?\s*(?:,|$)/g)].map(([, name]) => `${file} ${name}`),
  );
}

function withoutReExports(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replaceAll(reExport, "")
    .trim();
}

function sourceOf(target: Record<string, string>): string {
  return readFileSync(join(repository, home, target["bough:source"] ?? ""), "utf8");
}
