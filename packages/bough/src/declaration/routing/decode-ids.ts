// Decodes the ids of a path: percent-decodes each segment once, then decodes it by its type.
import { decodePercent } from "../../http/percent.ts";
import type { Ids } from "../tree/ids.ts";
import { decodeAll } from "../parameter/parameter-codec.ts";
import { Issue, type AnyParameter } from "../parameter/parameter.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import { asParameter } from "../parameter/parameter-make.ts";
import { string } from "../parameter/parameter-types.ts";
import type { ResourceData } from "../tree/placement.ts";
import { segmentsOf } from "./path-segments.ts";

/** An id in an endpoint's path. */
export interface IdPart {
  readonly name: string;
  readonly type: AnyParameter;
  readonly all: boolean;
}

/** The parameter type of a dynamic resource; text if it declares none. */
export function idTypeOf({ type }: ResourceData): AnyParameter {
  return type === undefined ? text : asParameter(type);
}

const text: AnyParameter = /* @__PURE__ */ string();

/** The ids of an endpoint's path, in order. */
export function idPartsOf(endpoint: AnyEndpoint): IdPart[] {
  return segmentsOf(endpoint).flatMap((segment) =>
    "text" in segment
      ? []
      : [
          {
            name: String(segment.data.segment),
            type: idTypeOf(segment.data),
            all: segment.all,
          },
        ],
  );
}

/** Decodes the ids; `undefined` if one is invalid, so that there is no such resource. */
export function decodeIds(parts: readonly IdPart[], values: readonly string[]): Ids | undefined {
  const ids: Record<string, unknown> = Object.create(null);
  for (const [index, part] of parts.entries()) {
    const value = decodeId(part, values[index] ?? "");
    if (value instanceof Issue) {
      return undefined;
    }
    ids[part.name] = value;
  }
  return ids;
}

function decodeId({ type, all }: IdPart, raw: string): unknown {
  const texts = all ? raw.split("/").map(decodePercent) : [decodePercent(raw)];
  return texts.every((text) => text !== undefined)
    ? decodeAll(type, texts)
    : new Issue("must not have a broken escape");
}
