// The typed parts of a multipart body: kept as bytes, then decoded by their media type and validated.
import { DecodeError, type Codec } from "../../shared/codec/codec.ts";
import { defaultJson } from "../../shared/codec/json.ts";
import {
  boundsOf,
  isTyped,
  type BodyFormat,
  type PartBounds,
} from "../../declare/body/body-format.ts";
import { lengthFault } from "./declared-typed-parts.ts";
import { parseMediaType, type MediaType } from "../../shared/http/media-type.ts";
import { pointerStep } from "../../shared/internal/encodings.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { pointerOf, validate } from "../../shared/schema/validate.ts";
import type { Limits } from "../../serve/options/kernel-options.ts";
import { decodedBy } from "../../serve/request/read-body.ts";
import {
  partKey,
  mediaTypesOf,
  representationFor,
  representationsOf,
  type BodyTypes,
  type Representation,
} from "../../serve/request/representation.ts";
import type { TypedPart } from "./server-read.ts";

type Issues = DecodeError["issues"][number][];

/** A typed part: how often it is sent, and its representations. */
interface TypedPartRepresentation extends PartBounds {
  readonly representations: readonly Representation[];
}

export type TypedPartRepresentations = ReadonlyMap<string, TypedPartRepresentation>;

// As the client sends `type<T>()` in a part.
const JSON_ONLY: readonly Codec[] = [defaultJson];

/** The typed parts of a body. `types` are the schemas of those that are declared by their type. */
export function typedPartsOf(
  { parts = {} }: BodyFormat,
  types: BodyTypes | undefined,
): TypedPartRepresentations {
  return new Map(
    Object.entries(parts).flatMap(([name, part]) => {
      const schemaAt = (): AnySchema | undefined => types?.schemaAt(partKey(name));
      if (!isTyped(part)) {
        return [];
      }
      const bounds = boundsOf(part);
      const inner = { negotiatedAs: "*/*", schemaAt };
      const representations = representationsOf(bounds.body, JSON_ONLY, inner);
      return [[name, { ...bounds, representations }]];
    }),
  );
}

export class TypedParts {
  readonly #limits: Required<Limits>;
  readonly #bodies: TypedPartRepresentations;
  readonly #arrived = new Map<string, TypedPart[]>();

  constructor(bodies: TypedPartRepresentations, limits: Required<Limits>) {
    this.#limits = limits;
    this.#bodies = bodies;
  }

  has(name: string): boolean {
    return this.#bodies.has(name);
  }

  arrived(): IterableIterator<string> {
    return this.#arrived.keys();
  }

  /** Keeps a part. Returns the fault if there are too many of its name. */
  keep(part: TypedPart): string | undefined {
    const body = this.#bodies.get(part.name);
    const arrived = this.#arrived.get(part.name) ?? [];
    arrived.push(part);
    this.#arrived.set(part.name, arrived);
    const isOver = body && arrived.length > (body.list?.max ?? 1);
    return isOver ? countFault(body, arrived.length) : undefined;
  }

  /** Adds the values to the fields. Returns the faults of the others. */
  async decodeInto(fields: Record<string, unknown>): Promise<DecodeError["issues"]> {
    const issues: Issues = [];
    for (const [name, body] of this.#bodies) {
      const at = pointerStep(name);
      const arrived = this.#arrived.get(name) ?? [];
      const fault = countFault(body, arrived.length);
      if (fault !== undefined) {
        issues.push({ pointer: at, message: fault });
      }
      const values: unknown[] = [];
      for (const [index, part] of arrived.entries()) {
        const pointer = body.list === undefined ? at : `${at}/${index}`;
        values.push(await this.#decoded(part, body, pointer, issues));
      }
      fields[name] = body.list === undefined ? values[0] : values;
    }
    return issues;
  }

  async #decoded(
    part: TypedPart,
    { representations }: TypedPartRepresentation,
    at: string,
    issues: Issues,
  ): Promise<unknown> {
    try {
      return await this.#valueOf(part, representations);
    } catch (error) {
      if (!(error instanceof DecodeError)) {
        throw error;
      }
      const found = error.issues.map(({ pointer, message }) => ({
        pointer: at + pointer,
        message,
      }));
      issues.push(...found);
      return undefined;
    }
  }

  async #valueOf(part: TypedPart, representations: readonly Representation[]): Promise<unknown> {
    const type = parseMediaType(part.mediaType);
    const found = type && representationFor(representations, type);
    if (found === undefined) {
      const expected = mediaTypesOf(representations)?.join(", ");
      throw new DecodeError(`must be ${expected}, received ${type?.essence}`);
    }
    const { codec, mediaType, schema } = found;
    if (codec === undefined) {
      return part.bytes;
    }
    if (!isUtf8(type)) {
      throw new DecodeError("must be in UTF-8");
    }
    const value = decodedBy(codec, part.bytes, { limits: this.#limits, mediaType });
    const result = schema === undefined ? { value } : await validate(schema, value);
    if (result.issues !== undefined) {
      const refused = Array.from(result.issues, (issue) => ({
        pointer: pointerOf(issue),
        message: issue.message,
      }));
      throw new DecodeError(refused[0]?.message ?? "is not valid", refused[0]?.pointer, refused);
    }
    return result.value;
  }
}

function countFault({ optional, list }: PartBounds, count: number): string | undefined {
  if (list !== undefined) {
    return lengthFault(list, count);
  }
  if (count > 1) {
    return "is given more than once";
  }
  return count === 0 && !optional ? "is missing" : undefined;
}

function isUtf8(type: MediaType | undefined): boolean {
  return ["utf-8", "utf8", "us-ascii"].includes(type?.parameters.get("charset") ?? "utf-8");
}
