// Decides who parses a body: a parser of the project for its media type, or Bough. Fastify chooses a parser by
// `Content-Type`. A body that Bough reads gets a media type for which only Bough has a parser.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseMediaType } from "../../http/media-type.ts";

/** The media type of a body that Fastify must not parse. */
export const UNPARSED = "application/vnd.bough.unparsed";
// Fastify's built-in parsers. The project did not install them.
const BUILT_IN = ["application/json", "text/plain"];
/** Methods for which Fastify does not parse a body. */
export const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "TRACE"]);

/** The parsers that a project has installed. */
export class ProjectParsers {
  readonly #app: FastifyInstance;
  readonly #replaced = new Set<string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Finds out which built-in parsers the project has replaced: Fastify refuses to replace one twice. */
  look(): void {
    void this.#app.register((scope, _options, next) => {
      for (const type of BUILT_IN) {
        try {
          scope.addContentTypeParser(type, (_request, _payload, done) => done(null));
        } catch {
          this.#replaced.add(type);
        }
      }
      next();
    });
  }

  /** Whether the project has a parser for this type. */
  has(contentType: string): boolean {
    if (contentType === "application/json") {
      return this.#replaced.has(contentType);
    }
    const essence = parseMediaType(contentType)?.essence;
    return (
      essence !== undefined &&
      essence !== UNPARSED &&
      (BUILT_IN.includes(essence)
        ? this.#replaced.has(essence)
        : this.#app.hasContentTypeParser(essence))
    );
  }
}

/** Hides a body from Fastify's parsers. The returned function undoes that. */
export function hideBody(request: FastifyRequest): (() => void) | undefined {
  const { headers } = request;
  const type = headers["content-type"];
  const hasBody = headers["transfer-encoding"] ?? headers["content-length"] ?? "0";
  if (
    BODILESS.has(request.method) ||
    (type === undefined && hasBody === "0" && request.method !== "QUERY")
  ) {
    return undefined;
  }
  if (headers !== request.raw.headers) {
    // The project has set headers, which Fastify merges into a copy.
    request.headers = { ...headers, "content-type": UNPARSED };
    forgetMediaType(request);
    return () => {
      request.headers = headers;
      forgetMediaType(request);
    };
  }
  headers["content-type"] = UNPARSED;
  forgetMediaType(request);
  return () => {
    forgetMediaType(request);
    if (type === undefined) {
      delete headers["content-type"];
    } else {
      headers["content-type"] = type;
    }
  };
}

let place: symbol | undefined;

// Makes Fastify read the media type of a request again: the cached type would outlive the `Content-Type` under which
// Bough hides a body. The cache is internal to Fastify, so it is found by its shape. If nothing matches, nothing
// happens.
function forgetMediaType(request: FastifyRequest): void {
  place ??= Object.getOwnPropertySymbols(request).find((at) => isMediaType(keptIn(request, at)));
  if (place !== undefined && keptIn(request, place) !== undefined) {
    Reflect.set(request, place, undefined);
  }
}

function keptIn(request: FastifyRequest, at: symbol): unknown {
  return Reflect.get(request, at);
}

function isMediaType(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "mediaType" in value &&
    "parameters" in value &&
    "isValid" in value
  );
}
