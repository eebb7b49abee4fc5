// The typed parts of a multipart body: kept as bytes, then decoded by their media type and validated.
import { DecodeError } from "../../codec/codec.ts";
import { parseMediaType } from "../../http/media-type.ts";
import type { MediaType } from "../../http/media-type.ts";
import { pointerStep } from "../../internal/json-pointer.ts";
import { pointerOf, validate } from "../../schema/validate.ts";
import type { Limits } from "../options/limits.ts";
import { decodedBy } from "./decode-bytes.ts";
import type { TypedPart } from "./multipart-read.ts";
import { mediaTypesOf, representationFor } from "./representation.ts";
import type { Representation, TypedPartRepresentations } from "./representation.ts";

/** The typed parts of one body. */
export class TypedParts {
  readonly #limits: Required<Limits>;
  readonly #bodies: TypedPartRepresentations;
  readonly #arrived = new Map<string, TypedPart>();

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

  /** Keeps a part. Returns `false` if it has already arrived. */
  keep(part: TypedPart): boolean {
    const isFirst = !this.#arrived.has(part.name);
    this.#arrived.set(part.name, part);
    return isFirst;
  }

  /** Adds the values to the fields. Returns the faults of the others. */
  async decodeInto(fields: Record<string, unknown>): Promise<DecodeError["issues"]> {
    const issues: DecodeError["issues"][number][] = [];
    for (const [name, representations] of this.#bodies) {
      const at = pointerStep(name);
      try {
        fields[name] = await this.#valueOf(this.#arrived.get(name), representations);
      } catch (error) {
        if (!(error instanceof DecodeError)) {
          throw error;
        }
        issues.push(
          ...error.issues.map(({ pointer, message }) => ({ pointer: at + pointer, message })),
        );
      }
    }
    return issues;
  }

  async #valueOf(
    part: TypedPart | undefined,
    representations: readonly Representation[],
  ): Promise<unknown> {
    if (part === undefined) {
      throw new DecodeError("is missing");
    }
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

function isUtf8(type: MediaType | undefined): boolean {
  return ["utf-8", "utf8", "us-ascii"].includes(type?.parameters.get("charset") ?? "utf-8");
}
