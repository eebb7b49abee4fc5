// A document of OpenAPI 3.1 as one of 3.0.3, whose schemas are an older dialect of JSON Schema. Each form that 3.0
// does not have is replaced by one that accepts the same values or more, and reported once, with its places.
import { fieldsOf } from "../shared/record.ts";
import type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPathItem,
} from "./document.ts";
import { schemaOf30, type Lose } from "./schema-3-0.ts";

type Members = Readonly<Record<string, unknown>>;

/** The options of `version30`. */
interface Rules {
  /** The names of schemas that the API declares. Constants in the others are Bough's own, and not reported. */
  readonly declared: ReadonlySet<string>;
  readonly warn: (where: string, message: string) => void;
}

/** The same document in OpenAPI 3.0.3. */
export function version30(document: OpenApiDocument, { declared, warn }: Rules): OpenApiDocument {
  const losses = new Map<string, Set<string>>();
  const losing =
    (where: string): Lose =>
    (form, instead) => {
      const message = `OpenAPI 3.0 does not have ${form}: ${instead}`;
      losses.set(message, (losses.get(message) ?? new Set()).add(where));
    };
  const { webhooks, components, paths, info, "x-bough-errors": errors, ...rest } = document;
  const { schemas = {}, securitySchemes = {} } = components;
  const itemsOf = (items: Readonly<Record<string, OpenApiPathItem>>): Members =>
    mapped(items, (item, path) =>
      pathItem(item, { schemes: securitySchemes, losing: (method) => losing(`${method} ${path}`) }),
    );
  const schemes = Object.entries(securitySchemes).filter(
    ([, scheme]) => fieldsOf(scheme)["type"] !== "mutualTLS",
  );
  const made = {
    ...rest,
    openapi: "3.0.3",
    info: infoOf(info, losing("info")),
    paths: itemsOf(paths),
    ...(errors === undefined ? {} : { "x-bough-errors": errors30(fieldsOf(errors)) }),
    ...(webhooks === undefined ? {} : { "x-webhooks": itemsOf(webhooks) }),
    components: {
      schemas: mapped(schemas, (schema, name) => {
        const lose = losing(`the schema "${name}"`);
        return schemaOf30(schema, (form, instead) => {
          if (form !== "const" || declared.has(name)) {
            lose(form, instead);
          }
        });
      }),
      ...(schemes.length === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) }),
    },
  };
  if (webhooks !== undefined) {
    losing("webhooks")("webhooks", "they are x-webhooks");
  }
  for (const [message, [first = "", ...more]] of losses) {
    warn(more.length === 0 ? first : `${first} and ${more.length} more`, message);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part has the shape of the part before
  return made as unknown as OpenApiDocument;
}

function infoOf({ summary, license, ...info }: OpenApiDocument["info"], lose: Lose): Members {
  const { identifier, ...named } = fieldsOf(license);
  if (summary !== undefined) {
    lose("summary", "it is left out");
  }
  if (identifier !== undefined) {
    lose("license.identifier", "it is left out");
  }
  return { ...info, ...(license === undefined ? {} : { license: named }) };
}

interface Place {
  readonly schemes: Members;
  readonly losing: (method: string) => Lose;
}

function pathItem(item: OpenApiPathItem, place: Place): Members {
  return mapped(item, (operation, method) =>
    method === "x-oai-additionalOperations"
      ? pathItem(fieldsOf(operation), place)
      : operationOf30(
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Bough writes only operations here
          operation as OpenApiOperation,
          place.schemes,
          place.losing(method.toUpperCase()),
        ),
  );
}

function operationOf30(operation: OpenApiOperation, schemes: Members, lose: Lose): Members {
  const { parameters, requestBody, responses = {}, security, ...rest } = operation;
  const required = Array.isArray(security) ? requirements(security, schemes, lose) : undefined;
  return {
    ...rest,
    ...(parameters && { parameters: parameters.map((one) => parameterOf30(one, lose)) }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: contentOf30(requestBody.content, lose) },
    }),
    responses: mapped(responses, ({ headers, content, ...response }) => ({
      ...response,
      ...(headers && { headers: mapped(headers, (header) => parameterOf30(header, lose)) }),
      ...(content && { content: contentOf30(content, lose) }),
    })),
    ...(required && { security: required }),
  };
}

// The responses have the same content, so it loses nothing more.
function errors30(errors: Members): Members {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Bough writes content here
  return { ...errors, content: contentOf30(errors["content"] as OpenApiContent, () => undefined) };
}

// Without mutualTLS, an operation that accepts nothing else would seem to be open. `undefined` says nothing.
function requirements(
  security: readonly unknown[],
  schemes: Members,
  lose: Lose,
): readonly Members[] | undefined {
  const kept = security.flatMap((alternative) => {
    const names = Object.entries(fieldsOf(alternative));
    const left = names.filter(([name]) => fieldsOf(schemes[name])["type"] !== "mutualTLS");
    if (left.length < names.length) {
      lose("mutualTLS", "the scheme is left out");
    }
    return left.length === 0 && names.length > 0 ? [] : [Object.fromEntries(left)];
  });
  return kept.length === 0 && security.length > 0 ? undefined : kept;
}

function parameterOf30({ schema, content, ...rest }: OpenApiParameter, lose: Lose): Members {
  return {
    ...rest,
    ...(schema && { schema: schemaOf30(schema, lose) }),
    ...(content && { content: contentOf30(content, lose) }),
  };
}

function contentOf30(content: OpenApiContent, lose: Lose): Members {
  return mapped(content, ({ schema, ...rest }) => ({
    ...rest,
    ...(schema && { schema: schemaOf30(schema, lose) }),
  }));
}

function mapped<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => unknown,
): Members {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value, name)]),
  );
}
