// A typed part of a multipart body: it has its own `Content-Type`, is sent as a whole, and comes before the files.
import { plainJson } from "../../codec/plain-json.ts";
import type { FileContent } from "../../codec/multipart-write.ts";
import { encodedBy } from "../../reception/received-schema.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { twoWay } from "../../schema/two-way.ts";
import { isBody } from "./body.ts";
import type { AnyBody, BodyFormat, PartRecord } from "./body-format.ts";
import { formatsOf } from "./declared-body.ts";

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** The content of a part. Throws a `TypeError` for a value that cannot be sent. */
export function partContent(name: string, body: AnyBody, value: unknown): FileContent {
  if (value === undefined) {
    throw new TypeError(`${name} is missing`);
  }
  // `type<T>()` is JSON here, because a part does not negotiate.
  const { codec = plainJson, mediaType = codec.mediaType, send } = firstOf(body);
  try {
    const sent = send?.(value, undefined) ?? { body: codec.encode(value), mediaType };
    const content = typeof sent.body === "string" ? utf8.encode(sent.body) : sent.body;
    // Complete content is sent as it is.
    return { content: content as Blob | Uint8Array, mediaType: sent.mediaType };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`${name} cannot be written as ${mediaType}: ${reason}`, { cause });
  }
}

/** Encodes the values of parts whose schemas encode; `undefined` if there are none. */
export function partsEncoder(parts: PartRecord): AnySchema | undefined {
  const schemas = new Map<string, AnySchema>();
  // A declaration that `verify` refuses may have any value here.
  for (const [name, body] of Object.entries(Object(parts) as PartRecord)) {
    const { schema } = isBody(body) ? firstOf(body) : {};
    if (schema) {
      schemas.set(name, schema);
    }
  }
  const encode = async ([name, value]: [string, unknown]): Promise<[string, unknown]> => {
    const schema = schemas.get(name);
    return [name, schema ? await encodedBy(schema, value) : value];
  };
  return schemas.size === 0
    ? undefined
    : twoWay<unknown, unknown>({
        decode: (wire) => wire,
        encode: async (value) =>
          Object.fromEntries(
            await Promise.all(Object.entries(Object(value) as object).map(encode)),
          ),
      });
}

// The client sends the first representation.
function firstOf(body: AnyBody): Partial<BodyFormat> & { readonly mediaType?: string } {
  return formatsOf(body)[0] ?? {};
}
