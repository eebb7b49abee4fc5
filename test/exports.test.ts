// What the package gives to its users: the names of each entry and the `exports` map.
// A name that comes or goes shows here as a difference, one name a line. After a change that is meant:
// `npx vitest run test/exports.test.ts --update`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
      allOf
      anonymous
      apiKey
      basic
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
      either
      endpointAt
      endpointsOf
      errorFormat
      events
      failure
      file
      form
      get
      head
      hrefOf
      httpAuth
      inspect
      integer
      issue
      json
      jsonLines
      jsonText
      list
      multipart
      mutualTls
      namedEvents
      noBody
      number
      oauth2
      object
      oneOf
      oneOfBodies
      openIdConnect
      parameter
      part
      patch
      plainText
      post
      put
      query
      record
      resourcesOf
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
      type AnyScheme
      type ApiKeyOptions
      type BasicCredential
      type BasicOptions
      type BearerOptions
      type Body
      type BoundEndpoint
      type ClientCertificate
      type Codec
      type Cookie
      type CookieOptions
      type Day
      type DecodeLimits
      type Deprecation
      type Description
      type Dynamic
      type Endpoint
      type EndpointMatch
      type ErrorFormat
      type EventInput
      type EventMessage
      type EventStream
      type EventsOptions
      type Failure
      type FailureOptions
      type Fault
      type FileInput
      type FileOptions
      type HttpAuthOptions
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
      type Inspection
      type Issue
      type JsonOptions
      type MultipartOptions
      type OAuthFlows
      type OAuthOptions
      type OpenIdOptions
      type PagedName
      type PagedOptions
      type Parameter
      type ParameterCodec
      type ParametersInput
      type ParametersOutput
      type QueryIssue
      type ReceivedEvent
      type ResourceOptions
      type Root
      type Scheme
      type SchemeOptions
      type Segment
      type Static
      type StatusRange
      type TypedEndpoint
      type UploadedFile
      type WholeFile"
    `);
  });

  test("of bough/server", async () => {
    expect(await publicNames("./server")).toMatchInlineSnapshot(`
      "Failed
      HandlerError
      RouteError
      accessLog
      authenticate
      createServer
      inProcess
      inspectServer
      memoryStore
      sameSecret
      type Around
      type AroundCall
      type AroundOptions
      type AuthenticateCall
      type Authenticator
      type AuthorizeCall
      type BodySchema
      type BodySchemas
      type Call
      type CallOf
      type ContextServer
      type CorsOptions
      type EndpointSchemas
      type ErrorCall
      type ErrorWriter
      type ExtractedSchemas
      type Fail
      type FetchServer
      type Guard
      type GuardCall
      type GuardValues
      type Handler
      type HandlerFault
      type HandlerResponse
      type Handlers
      type HostOptions
      type HostRoutes
      type IdempotencyOptions
      type IdempotencyStore
      type IdempotentRequest
      type InProcessFetch
      type InProcessOptions
      type InferPrincipal
      type JsonSchema
      type Limits
      type MemoryStoreOptions
      type Observed
      type ObservedRequest
      type Observer
      type RejectCall
      type Rejected
      type RejectionWriter
      type RequestIssue
      type RespondResult
      type ResponseCookie
      type RouteLimits
      type RouteOptions
      type Routes
      type RoutesOf
      type Server
      type ServerInspection
      type ServerOptions
      type StoredFailure
      type StoredResponse
      type TrailingSlashMismatch
      type VisitorHeaders
      type WrittenError"
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
      maskedUrl
      noticeDeprecated
      pageOptions
      pages
      update
      urlPartsOf
      type CallInfo
      type CallIssue
      type Client
      type ClientAround
      type ClientExchange
      type ClientOptions
      type Credential
      type CredentialRequest
      type DeprecationNotice
      type Fetch
      type HeaderRecord
      type PageBefore
      type PageOptions
      type PageResult
      type PagedArguments
      type PendingResult
      type RedirectedRequest
      type Redirects
      type RejectionIssue
      type RejectionOf
      type RequestArguments
      type RequestOptions
      type Result
      type RetryOptions
      type UpdateEndpoints
      type UpdateOptions
      type UrlIssue
      type UrlParts
      type UrlPiece"
    `);
  });

  test("of bough/contract", async () => {
    expect(await publicNames("./contract")).toMatchInlineSnapshot(`
      "TEXT_FORMATS
      canonical
      changedSchema
      contractOf
      contractSchema
      endpointKey
      isMultiple
      isText
      rejectionsOf
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

  test("of bough/types, which nobody writes", async () => {
    expect(await publicNames("./types")).toMatchInlineSnapshot(`
      "type AffixedShape
      type AllOf
      type Anonymous
      type AnyAccept
      type AnyAuthenticator
      type AnyErrorFormat
      type AnyPagedResponse
      type AnySecurity
      type Bare
      type BareDetail
      type Below
      type BodyPart
      type BoundTo
      type BufferedMultipartBody
      type BufferedParts
      type BySchema
      type BytesBody
      type CallOptions
      type CallResult
      type Callable
      type ChosenArguments
      type CodecBody
      type ConditionalRead
      type ConditionalWrite
      type DeclaredResponse
      type DetailWithBody
      type DetailWithHeaders
      type Directions
      type DynamicShape
      type EndpointDeclaration
      type EventsBody
      type FailuresOf
      type FilePart
      type FormatPaths
      type GivenNamedEvent
      type HandlerIn
      type HandlerWith
      type HeadersOf
      type Idempotent
      type InFormat
      type Inherited
      type Inheriting
      type InheritingErrors
      type InheritingRejections
      type JsonLinesBody
      type Keyed
      type MultipartBody
      type NamedEventsBody
      type Negotiated
      type NegotiatedEndpoint
      type NoBody
      type NoCookies
      type NoDetail
      type NoPosition
      type NoReceivedResponse
      type NoRequest
      type None
      type ObjectParameter
      type OneOfBodies
      type OpenIds
      type OptionalBody
      type PagedDeclaration
      type PagedResponse
      type ParametersOf
      type Plain
      type ReadCall
      type ReceivedFailure
      type ReceivedFailureResponse
      type ReceivedNamedEvent
      type ReceivedParts
      type ReceivedResponse
      type RecordParameter
      type RequestCall
      type Resource
      type ResourceNode
      type ResponseData
      type ResultAccessors
      type Returns
      type RootShape
      type RoutesBelow
      type SecuredHandler
      type SecuredPosition
      type Sequence
      type StaticShape
      type StreamBody
      type StreamedContent
      type Tagged
      type TaggedCall
      type Taking
      type TwoWay
      type TypedBody
      type Unbound
      type UncheckedBody
      type UncheckedSchema
      type UntypedEndpoint
      type UrlArguments
      type View
      type WholeContent
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
      type WithSecurity"
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

  test("are pinned for every entry", () => {
    const pinned = [
      ".",
      "./client",
      "./client/xhr",
      "./contract",
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

  // Nobody writes the names of `bough/types`.
  const written = entries.filter(({ key }) => key !== "./types");
  test.each(written)("has a row for every export of $key, and no other", ({ key, target }) => {
    const heading = `\`${key.replace(".", manifest.name)}\`\n`;
    const section = sections.find((text) => text.startsWith(heading)) ?? "";
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name);
    const { values, types } = namesIn(sourceOf(target));
    expect(rows.toSorted()).toEqual([...values, ...types].toSorted());
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

/** What an entry exports, by the module that declares it: `./codec/codec.ts Codec`. */
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
