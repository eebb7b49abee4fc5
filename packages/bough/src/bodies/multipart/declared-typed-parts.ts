// A typed part of a multipart body: it has its own `Content-Type`, is sent as a whole, and comes before the files.
import { bytesOf } from "../../shared/codec/byte-stream.ts";
import { plainJson } from "../../shared/codec/plain-json.ts";
import type { FileContent } from "./client-write.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import { encodedBy } from "../../shared/reception/received-schema.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { twoWay } from "../../shared/schema/two-way.ts";
import {
  boundsOf,
  isTyped,
  formatsOf,
  type AnyBody,
  type BodyFormat,
  type PartBounds,
  type PartRecord,
} from "../../declare/body/body-format.ts";

/** The parts of one name, with their contents. Throws a `TypeError` for a value that cannot be sent. */
export function partContents(
  name: string,
  { body, optional, list }: PartBounds,
  value: unknown,
): [name: string, content: FileContent][] {
  if (list === undefined) {
    return optional && value === undefined ? [] : [[name, contentOf(name, body, value)]];
  }
  const values = value === undefined ? [] : value;
  if (!Array.isArray(values)) {
    throw new TypeError(`${name} must be a list`);
  }
  const refused = lengthFault(list, values.length);
  if (refused !== undefined) {
    throw new TypeError(`${name} ${refused}`);
  }
  // Not `map`, which skips gaps.
  return Array.from(values, (one: unknown, index) => [
    name,
    contentOf(`${name}[${index}]`, body, one),
  ]);
}

/** Why a list has too few or too many parts; `undefined` if it has not. */
export function lengthFault(
  { min, max }: NonNullable<PartBounds["list"]>,
  length: number,
): string | undefined {
  if (length < min) {
    return `must have a length of at least ${min}`;
  }
  return length > max ? `must have a length of at most ${max}` : undefined;
}

function contentOf(name: string, body: AnyBody, value: unknown): FileContent {
  if (value === undefined) {
    throw new TypeError(`${name} is missing`);
  }
  // `type<T>()` is JSON here, because a part does not negotiate.
  const { codec = plainJson, mediaType = codec.mediaType, send } = firstOf(body);
  try {
    const sent = send?.(value, undefined) ?? { body: codec.encode(value), mediaType };
    const content = typeof sent.body === "string" ? bytesOf(sent.body) : sent.body;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a typed part has complete content, which is text, bytes or a Blob
    return { content: content as Blob | Uint8Array, mediaType: sent.mediaType };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`${name} cannot be written as ${mediaType}: ${reason}`, { cause });
  }
}

/** Encodes the values of parts whose schemas encode; `undefined` if there are none. */
export function partsEncoder(parts: PartRecord): AnySchema | undefined {
  const schemas = new Map<string, Encoding>();
  for (const [name, part] of Object.entries(parts)) {
    if (isTyped(part)) {
      const bounds = boundsOf(part);
      const { schema } = firstOf(bounds.body);
      if (schema) {
        schemas.set(name, { ...bounds, schema });
      }
    }
  }
  const encode = async ([name, value]: [string, unknown]): Promise<[string, unknown]> => {
    const part = schemas.get(name);
    return [name, part ? await encodedPart(part, value) : value];
  };
  return schemas.size === 0
    ? undefined
    : twoWay<unknown, unknown>({
        decode: (wire) => wire,
        encode: async (value) =>
          Object.fromEntries(await Promise.all(Object.entries(fieldsOf(value)).map(encode))),
      });
}

interface Encoding extends PartBounds {
  readonly schema: AnySchema;
}

async function encodedPart({ schema, optional, list }: Encoding, value: unknown): Promise<unknown> {
  if (list && Array.isArray(value)) {
    return Promise.all(value.map((one: unknown) => encodedBy(schema, one)));
  }
  // `partContents` refuses what is not a list.
  return list || (optional && value === undefined) ? value : encodedBy(schema, value);
}

// The client sends the first representation.
function firstOf(body: AnyBody): Partial<BodyFormat> & { readonly mediaType?: string } {
  return formatsOf(body)[0] ?? {};
}
