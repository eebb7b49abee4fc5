// Who parses a body: a parser that the project has installed for its media type, or Bough.
// Fastify picks a parser by `Content-Type`. A body that Bough reads, or that nobody does,
// passes it under a media type that only Bough has a parser for.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseMediaType } from "../../http/media-type.ts";
import { forgetMediaType } from "./kept-media-type.ts";

/** What a body that Fastify is not to parse passes as. */
export const UNPARSED = "application/vnd.bough.unparsed";
// What Fastify has parsers of its own for; they are not the project's.
const BUILT_IN = ["application/json", "text/plain"];
/** Methods with which Fastify parses no body. */
export const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "TRACE"]);

/** The parsers that a project has installed. */
export class ProjectParsers {
  readonly #app: FastifyInstance;
  readonly #replaced = new Set<string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Finds out which of Fastify's own parsers the project has replaced: one cannot be replaced twice. */
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

  /** Whether the project parses content of this type. */
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

/** Keeps a body from Fastify's parsers; what it gives undoes that. */
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
    // The project has set headers of its own, which Fastify merges into a copy.
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
