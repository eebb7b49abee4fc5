// The trees and options of a server, for a contract.
import type { Codec } from "../codec/codec.ts";
import type { Served } from "../declaration/served.ts";
import type { ExtractedSchemas } from "../schema/extracted-schemas.ts";
import type { Limits } from "./options/limits.ts";
import type { KnownEndpoints } from "./routing/known-endpoints.ts";

/** The options of a server that a contract shows. */
export interface ServedRules {
  readonly known: KnownEndpoints;
  readonly codecs: readonly Codec[];
  readonly basePath: string;
  readonly limits: Required<Limits>;
  readonly schemas: ExtractedSchemas | undefined;
}

/** Shows the trees of a server. */
export function servedBy({ known, codecs, basePath, limits, schemas }: ServedRules): Served {
  return {
    tops: [...known.tops].map(({ value }) => value).filter((top) => !known.leftOut.has(top)),
    mediaTypes: codecs.map(({ mediaType }) => mediaType),
    basePath,
    limits: { ...limits },
    schemas,
    routed: (endpoint) => known.entryOf(endpoint).options,
  };
}
