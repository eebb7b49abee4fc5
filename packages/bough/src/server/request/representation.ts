// The representations of a declared body: one for each codec, or those of its own media types. Computed once per
// route.
import type { Codec } from "../../codec/codec.ts";
import type { AnyBody, BodyKind } from "../../declaration/body/body.ts";
import type { BodyFormat } from "../../declaration/body/body-format.ts";
import {
  distinctParameters,
  essenceOf,
  parseMediaType,
  type MediaType,
} from "../../http/media-type.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { schemaKeyOf, type BodyTypes } from "./body-types.ts";

/** One representation of a body. */
export interface Representation {
  readonly kind: BodyKind;
  /** The media type that is sent; `undefined` if the value has it. */
  readonly mediaType: string | undefined;
  /** The media types that are read; empty for all. */
  readonly essences: readonly string[];
  /** The parameters that tell it from others of its type: `version=2`. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** `undefined` for streams and bytes. */
  readonly codec: Codec | undefined;
  readonly schema: AnySchema | undefined;
  readonly format: BodyFormat;
  /** The schemas of the bodies inside, if they are declared by their type. */
  readonly types: BodyTypes | undefined;
}

const NO_FORMAT: BodyFormat = { mediaTypes: [] };
const BY_SCHEMA: Pick<AnyBody, "~body" | "~format"> = { "~body": "negotiated" };

/** The representations of a declared body; none if there is no body. `types` are the schemas of type-only bodies. */
export function representationsOf(
  declared: AnyBody | AnySchema | undefined,
  codecs: readonly Codec[],
  types?: BodyTypes,
): readonly Representation[] {
  if (declared === undefined) {
    return [];
  }
  const { "~body": kind, "~format": format = NO_FORMAT } =
    "~body" in declared ? declared : BY_SCHEMA;
  if (kind === "none") {
    return [];
  }
  const place = types && schemaKeyOf(kind, format, types.negotiatedAs);
  if (kind === "negotiated") {
    const schema = "~standard" in declared ? declared : place && types.schemaAt(place);
    return codecs.map((codec) => ({
      kind,
      mediaType: codec.mediaType,
      essences: [essenceOf(codec.mediaType)],
      parameters: parametersOf(codec.mediaType),
      codec,
      schema,
      format,
      types,
    }));
  }
  if (format.alternatives !== undefined) {
    return format.alternatives.flatMap((one) => representationsOf(one, codecs, types));
  }
  const { mediaTypes, codec } = format;
  const schema = format.schema ?? (place && types.schemaAt(place));
  const essences = mediaTypes.map(essenceOf);
  const [mediaType] = mediaTypes;
  const parameters = parametersOf(mediaType);
  return [{ kind, mediaType, essences, parameters, codec, schema, format, types }];
}

/** Whether a declared body is one of several. */
export function hasAlternatives(declared: AnyBody | AnySchema | undefined): boolean {
  return (
    declared !== undefined &&
    "~format" in declared &&
    declared["~format"]?.alternatives !== undefined
  );
}

function parametersOf(mediaType = ""): Representation["parameters"] {
  const type = parseMediaType(mediaType);
  return type ? distinctParameters(type) : [];
}

/** The representation for content of a type. An exact match comes before `+json` (RFC 6839 3.1). */
export function representationFor(
  representations: readonly Representation[],
  { essence, parameters }: MediaType,
): Representation | undefined {
  const exact = representations.find(({ essences }) => essences.includes(essence));
  if (exact !== undefined && representations.length > 1) {
    return closest(representations, essence, parameters) ?? exact;
  }
  return (
    exact ??
    (essence.endsWith("+json")
      ? representations.find(({ essences }) => essences.includes("application/json"))
      : undefined) ??
    representations.find(({ essences }) => essences.length === 0)
  );
}

// Of several with the same type, the one with the most matching parameters and no others.
function closest(
  representations: readonly Representation[],
  essence: string,
  sent: MediaType["parameters"],
): Representation | undefined {
  let found: Representation | undefined;
  for (const one of representations) {
    if (
      one.essences.includes(essence) &&
      one.parameters.length > (found?.parameters.length ?? -1) &&
      one.parameters.every(([name, value]) => sent.get(name) === value)
    ) {
      found = one;
    }
  }
  return found;
}

/** The media types of the representations, each once. `undefined` if one of them takes every type. */
export function mediaTypesOf(representations: readonly Representation[]): string[] | undefined {
  const types = new Set<string>();
  for (const { mediaType } of representations) {
    if (mediaType === undefined) {
      return undefined;
    }
    types.add(mediaType);
  }
  return [...types];
}
