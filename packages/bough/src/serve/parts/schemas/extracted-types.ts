// The schemas file of a server. The schemas of an endpoint are compiled at its first call.
import { endpointKey } from "../../../declare/tree/endpoint-key.ts";
import type { AnyFailure } from "../../../declare/failure/failure.ts";
import type { AnyEndpoint } from "../../../declare/tree/placement.ts";
import { ownOf } from "../../../shared/internal/record.ts";
import { compiledSchema } from "../../../shared/schema/compiled/compiled-schema.ts";
import { SchemaCompiler } from "../../../shared/schema/compiled/schema-compiler.ts";
import type {
  BodySchema,
  BodySchemas,
  EndpointSchemas,
  ExtractedSchemas,
  JsonSchema,
} from "../../../shared/schema/extracted-schemas.ts";
import { RemovedReport } from "./removed-report.ts";
import {
  schemaKeysOf,
  type BodyTypes,
  type EndpointTypes,
  type SchemaKey,
} from "../../request/representation.ts";

/** The bodies for which the options of a route have a schema. */
export interface RoutedSchemas {
  readonly request?: unknown;
  readonly response?: unknown;
}

const JSON_TYPE = "application/json";

/** The schemas file of a server, by endpoint. */
export class ExtractedTypes {
  readonly #schemas: ExtractedSchemas;
  readonly #strips: boolean;
  readonly #report: RemovedReport;
  readonly #compiler: SchemaCompiler;

  constructor(schemas: ExtractedSchemas, strips: boolean) {
    this.#schemas = schemas;
    this.#strips = strips;
    this.#report = new RemovedReport(schemas, strips);
    this.#compiler = new SchemaCompiler(schemas.components);
  }

  /** The schemas of an endpoint's bodies. */
  of(endpoint: AnyEndpoint): EndpointTypes {
    const { request, responses, failures } = this.#of(endpoint);
    const answers = (bodies: BodySchemas | undefined, negotiatedAs: string): BodyTypes =>
      this.#types(endpoint, bodies, { answers: true, negotiatedAs });
    return {
      request: this.#types(endpoint, request, { answers: false, negotiatedAs: JSON_TYPE }),
      response: (status) => answers(ownOf(responses, String(status)), JSON_TYPE),
      failure: (failure) => answers(ownOf(failures, failure.name), negotiatedAs(failure)),
    };
  }

  /** Whether a request body has no schema, because it is not in the file or its type has no JSON form. */
  isUnvalidated(endpoint: AnyEndpoint): boolean {
    const { request } = this.#of(endpoint);
    return schemaKeysOf(endpoint.request).some(
      (place) => !has(request, place) || at(request, place.mediaType)?.unchecked === true,
    );
  }

  /** The first type-only body that is not in the file; `undefined` if all are. */
  missing(endpoint: AnyEndpoint, routed: RoutedSchemas): string | undefined {
    const bodies = typedBodies(endpoint).filter(
      ({ name }) => (name === "request" ? routed.request : routed.response) === undefined,
    );
    if (bodies.length === 0) {
      return undefined;
    }
    if (ownOf(this.#schemas.endpoints, endpointKey(endpoint)) === undefined) {
      return "it is not in the given schemas";
    }
    const schemas = this.#of(endpoint);
    const lost = bodies.find(({ of, place }) => !has(of(schemas), place));
    if (lost === undefined) {
      return undefined;
    }
    const { mediaType, name } = lost.place;
    const noun = lost.place.part === "events" ? "event" : "part";
    const part = name === undefined ? "" : `the ${noun} "${name}" of `;
    return `${part}its ${lost.title} as ${mediaType} is not in the given schemas`;
  }

  #of(endpoint: AnyEndpoint): EndpointSchemas {
    return ownOf(this.#schemas.endpoints, endpointKey(endpoint)) ?? {};
  }

  #types(
    endpoint: AnyEndpoint,
    bodies: BodySchemas | undefined,
    { answers, negotiatedAs }: { readonly answers: boolean; readonly negotiatedAs: string },
  ): BodyTypes {
    return {
      negotiatedAs,
      schemaAt: (place) => {
        const body = at(bodies, place.mediaType);
        const schema = body?.unchecked === true ? undefined : within(body, place);
        return (
          schema &&
          compiledSchema(schema, this.#compiler, {
            answers,
            strips: answers && this.#strips,
            removed: this.#report.of(endpoint, { answers }),
          })
        );
      },
    };
  }
}

/** A body that is declared by its type alone. */
interface TypedBody {
  readonly name: "request" | "response";
  readonly title: string;
  readonly place: SchemaKey;
  readonly of: (schemas: EndpointSchemas) => BodySchemas | undefined;
}

function typedBodies({ request, responses, failures }: AnyEndpoint): TypedBody[] {
  const body = (
    declared: Parameters<typeof schemaKeysOf>[0],
    more: Omit<TypedBody, "place">,
    key?: string,
  ): TypedBody[] => schemaKeysOf(declared, key).map((place) => ({ ...more, place }));
  return [
    ...body(request, { name: "request", title: "request", of: (schemas) => schemas.request }),
    ...responses.flatMap(({ status, body: declared }) =>
      body(declared, {
        name: "response",
        title: `response ${status}`,
        of: (schemas) => ownOf(schemas.responses, String(status)),
      }),
    ),
    ...failures.flatMap((failure) =>
      body(
        failure["~failure"].body,
        {
          name: "response",
          title: `failure "${failure.name}"`,
          of: (schemas) => ownOf(schemas.failures, failure.name),
        },
        negotiatedAs(failure),
      ),
    ),
  ];
}

function negotiatedAs({ "~failure": { bare } }: AnyFailure): string {
  return bare ? JSON_TYPE : "application/problem+json";
}

function has(bodies: BodySchemas | undefined, place: SchemaKey): boolean {
  const body = at(bodies, place.mediaType);
  return body !== undefined && (body.unchecked === true || within(body, place) !== undefined);
}

function within(
  body: BodySchema | undefined,
  { part, name = "" }: SchemaKey,
): JsonSchema | undefined {
  return part === "parts" || part === "events" ? ownOf(body?.[part], name) : body?.[part];
}

// A schema of a range, if the declared type has no media type.
function at(bodies: BodySchemas | undefined, mediaType: string): BodySchema | undefined {
  return ownOf(bodies, mediaType) ?? ownOf(bodies, "*/*");
}
