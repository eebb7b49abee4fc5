// The parsers of a project. Fastify's built-in parsers of JSON and text are not among them.
import type { FastifyInstance } from "fastify";
import { parseMediaType } from "../../http/media-type.ts";
import { UNPARSED } from "./fastify-exchange.ts";

const BUILT_IN = ["application/json", "text/plain"];

/** Returns whether a project has a parser for a `Content-Type`. Call it when the project's parsers are there. */
export function projectParsers(app: FastifyInstance): (contentType: string) => boolean {
  const replaced = new Set<string>();
  // A scope of its own: Fastify refuses to replace a built-in parser twice.
  void app.register(async (scope) => {
    for (const type of BUILT_IN) {
      try {
        scope.addContentTypeParser(type, async () => undefined);
      } catch {
        replaced.add(type);
      }
    }
  });
  return (contentType) => {
    // Most bodies have this type, and parsing it takes time.
    const type =
      contentType === "application/json" ? contentType : parseMediaType(contentType)?.essence;
    return (
      type !== undefined &&
      type !== UNPARSED &&
      (BUILT_IN.includes(type) ? replaced.has(type) : app.hasContentTypeParser(type))
    );
  };
}
