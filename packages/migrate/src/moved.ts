// What moved between two versions of Bough: the table that the command follows. A row more is all that a move needs.

/** A name that is exported elsewhere now. */
export interface MovedName {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** What no program rewrites: a pattern of a file's text, and what to write instead. */
interface GoneText {
  readonly pattern: RegExp;
  readonly instead: (found: RegExpExecArray) => string;
}

export interface Moved {
  /** Specifiers, old to new. */
  readonly specifiers: ReadonlyMap<string, string>;
  readonly names: readonly MovedName[];
  /** Methods of Bough's types, old to new. */
  readonly methods: ReadonlyMap<string, string>;
  /** Properties of options, with what to write instead; with a value, only this string. */
  readonly options: ReadonlyMap<string, { readonly value?: string; readonly instead: string }>;
  /** Command lines in manifests, scripts and CI files. */
  readonly commands: readonly GoneText[];
}

function moved(from: string, to: string, names: string): readonly MovedName[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, from, to }));
}

export const MOVED: Moved = {
  specifiers: new Map([
    ["bough/openapi", "bough-openapi"],
    ["bough/docs", "bough-openapi/docs"],
    ["bough/contract/diff", "bough-diff"],
    ["bough/mcp", "bough-mcp"],
    ["bough/query", "bough-query"],
    ["bough/opentelemetry", "bough-opentelemetry"],
  ]),
  names: [
    ...moved(
      "bough",
      "bough/existing",
      `
      BasicCredential BasicOptions ClientCertificate ErrorFormat HttpAuthOptions OAuthFlows
      OAuthOptions OpenIdOptions StatusRange allOf basic either errorFormat form head httpAuth
      jsonText mutualTls namedEvents oauth2 oneOfBodies openIdConnect record
    `,
    ),
    ...moved(
      "bough",
      "bough/contract",
      `EndpointMatch Inspection QueryIssue endpointAt endpointsOf inspect resourcesOf`,
    ),
    ...moved(
      "bough",
      "bough/types",
      `
      AnyScheme ApiKeyOptions BearerOptions Body Cookie CookieOptions Day DecodeLimits Deprecation
      Description Endpoint EventInput EventMessage EventStream EventsOptions Failure
      FailureOptions Fault FileInput FileOptions Issue JsonOptions MultipartOptions PagedName
      PagedOptions Parameter ParametersInput ParametersOutput ReceivedEvent ResourceOptions Scheme
      SchemeOptions Segment WholeFile
    `,
    ),
    ...moved("bough/server", "bough/contract", `inspectServer ServerInspection`),
    ...moved(
      "bough/server",
      "bough/types",
      `
      AroundCall AroundOptions AuthenticateCall Authenticator AuthorizeCall BodySchema BodySchemas CallOf Fail
      FetchServer HandlerFault IdempotencyStore Observer
      ContextServer CorsOptions EndpointSchemas ErrorCall ErrorWriter GuardCall GuardValues
      HandlerResponse HostOptions HostRoutes IdempotencyOptions IdempotentRequest InProcessFetch
      InProcessOptions InferPrincipal JsonSchema Limits MemoryStoreOptions Observed
      ObservedRequest RejectCall Rejected RejectionWriter RequestIssue RespondResult
      ResponseCookie RouteLimits RouteOptions RoutesOf StoredFailure StoredResponse
      TrailingSlashMismatch VisitorHeaders WrittenError
    `,
    ),
    ...moved(
      "bough/client",
      "bough/client/adapters",
      `PageBefore PageOptions UrlIssue UrlParts UrlPiece maskedUrl pageOptions urlPartsOf`,
    ),
    ...moved(
      "bough/client",
      "bough/types",
      `
      CallInfo CallIssue ClientAround ClientExchange Credential CredentialRequest PendingResult
      RejectionIssue RequestArguments DeprecationNotice HeaderRecord PageResult
      PagedArguments RedirectedRequest Redirects RejectionOf RetryOptions UpdateEndpoints
      UpdateOptions
    `,
    ),
  ],
  methods: new Map([["with", "guard"]]),
  options: new Map([
    [
      "onDeprecated",
      {
        instead:
          "`onDeprecated` is gone: pass `noticeDeprecated(report)` of bough/client to `around`",
      },
    ],
    [
      "trailingSlashMismatch",
      {
        value: "ignore",
        instead: '`trailingSlashMismatch: "ignore"` is gone: write "redirect" or "refuse"',
      },
    ],
  ]),
  commands: [
    {
      pattern: /\bbough check\b(?: +([^\s"'&|;]+) +([^\s"'&|;]+))?/g,
      instead: ([, api = "src/api.ts", document = "openapi.yaml"]) =>
        `\`bough check\` is gone: write \`bough diff ${document} ${api}\`, with the package bough-diff`,
    },
  ],
};
