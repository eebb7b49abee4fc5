// The parts of forms and multipart bodies as data.
import type { BodyOccurrence, DescribeWithin } from "../../contract/body-occurrence.ts";
import type { ContractBodyPart, ContractFile, ContractPart } from "../../contract/contract.ts";
import { describeParameter } from "../../contract/describe-parameter.ts";
import {
  boundsOf,
  isFile,
  isTyped,
  type AnyFilePart,
  type PartBounds,
  type PartRecord,
} from "../../declare/body/body-format.ts";

/** The parts of a body, in the order of declaration. */
export function describeParts(
  parts: PartRecord,
  place: BodyOccurrence,
  within: DescribeWithin,
): ContractPart[] {
  return Object.entries(parts).map(([name, part]) => {
    if (isTyped(part)) {
      return describeTyped(name, boundsOf(part), place, within);
    }
    return isFile(part)
      ? describeFile(name, part)
      : describeParameter(name, part, place.facts.components);
  });
}

function describeTyped(
  name: string,
  { body, optional, list }: PartBounds,
  place: BodyOccurrence,
  within: DescribeWithin,
): ContractBodyPart {
  const { min = 0, max = Infinity } = list ?? {};
  const schema = place.extracted?.["multipart/form-data"]?.parts?.[name];
  return {
    name,
    type: "body",
    required: !optional || min > 0,
    ...(list === undefined ? {} : { list: true }),
    ...(min > 0 ? { min } : {}),
    ...(max < Infinity ? { max } : {}),
    content: within(name, body, { ...place, schema }),
  };
}

function describeFile(name: string, { "~file": bounds }: AnyFilePart): ContractFile {
  const { optional, list, max, maxBytes, mediaTypes } = bounds;
  return {
    name,
    type: "file",
    required: !optional,
    list,
    ...(max < Infinity ? { max } : {}),
    ...(maxBytes < Infinity ? { maxBytes } : {}),
    ...(mediaTypes === undefined ? {} : { mediaTypes }),
  };
}
