// The representation of a body that a client asked for.
import type { ContractContent } from "bough/contract";
import { essenceOf } from "../values/media-type.ts";
import type { Declared } from "./maker.ts";
import type { RawCall } from "./raw-call.ts";

/** The representation that a client prefers (RFC 9110 12.5.1), else the first. */
export function contentFor(
  contents: readonly ContractContent[],
  { header }: RawCall,
): ContractContent | undefined {
  const ranges = (header("accept") ?? "*/*").split(",").map((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((one) => one.startsWith("q="));
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const weightOf = ({ mediaType }: ContractContent): number => {
    const essence = essenceOf(mediaType);
    const found = [essence, essence.replace(/\/.*$/, "/*"), "*/*"].flatMap((name) =>
      ranges.filter((range) => range.name === name),
    );
    return found[0]?.weight ?? 0;
  };
  const [first, ...others] = contents;
  return (
    first && others.reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best), first)
  );
}

/** The one of several bodies that has a content. */
export function alternativeOf(declared: Declared, content: ContractContent | undefined): Declared {
  const alternatives = formatOf(declared).alternatives ?? [];
  return (
    alternatives.find((one) =>
      formatOf(one).mediaTypes?.some(
        (name) => content !== undefined && essenceOf(name) === essenceOf(content.mediaType),
      ),
    ) ??
    alternatives[0] ??
    declared
  );
}

interface Format {
  readonly alternatives?: readonly object[];
  readonly mediaTypes?: readonly string[];
}

function formatOf(declared: Declared): Format {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format of a body has these members, if any
  return (Object(declared) as { readonly "~format"?: Format })["~format"] ?? {};
}
