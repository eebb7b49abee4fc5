// The segments of an endpoint's path, as routing and hosts compare them: fixed text, or an id with text around it. The ids
// in a path are percent-decoded once, then read by their types.
import { encodePath, isWellFormed, decodePercent } from "../../shared/http/percent.ts";
import {
  takesAllSegments,
  type AnyEndpoint,
  type Placement,
  type ResourceData,
} from "../tree/placement.ts";
import type { Ids } from "../tree/address.ts";
import { Issue, type AnyParameter } from "../parameter/parameter.ts";
import { asParameter } from "../parameter/parameter-make.ts";
import { string } from "../parameter/parameter-types.ts";

/** A segment, or several if its id takes all that remain. */
export type PathSegment = FixedSegment | IdSegment;

/** A segment without an id. The last one is empty if the path ends in a slash. */
export interface FixedSegment {
  readonly text: string;
  /** The verb that the text ends in, encoded: `:publish`. Empty if there is none. */
  readonly verb: string;
}

export interface IdSegment {
  readonly data: ResourceData;
  /** Whether the id takes all remaining segments. */
  readonly all: boolean;
  /** The text before and after the id, encoded. */
  readonly prefix: string;
  readonly suffix: string;
}

export function segmentsOf(endpoint: AnyEndpoint): PathSegment[] {
  const segments = segmentsTo(endpoint["~endpoint"].parent);
  const [verb = ""] = endpoint["~endpoint"].data.subpath.split("/");
  if (verb.startsWith(":")) {
    segments.push(withVerb(segments.pop(), verb));
  }
  return [...segments, ...segmentsAdded(endpoint)];
}

/** The segments that an endpoint adds to those of its resource. A verb is not a segment, but the end of the last one. */
export function segmentsAdded(endpoint: AnyEndpoint): PathSegment[] {
  const texts = endpoint["~endpoint"].data.subpath.replace(/^:[^/]*\/?|^\//, "");
  const segments = texts === "" ? [] : texts.split("/").map(fixed);
  const { template } = endpoint["~endpoint"];
  if (template.endsWith("/") && template !== "/") {
    segments.push(fixed(""));
  }
  return segments;
}

/** Whether an endpoint leaves the segments of its resource as they are: it has no verb, and is not below `segments()`. */
export function keepsSegments(endpoint: AnyEndpoint): boolean {
  const { data, parent } = endpoint["~endpoint"];
  return !data.subpath.startsWith(":") && !takesAllSegments(parent.data);
}

function segmentsTo({ data, parent }: Placement): PathSegment[] {
  const segments = parent === undefined ? [] : segmentsTo(parent);
  const own = segmentOf(data);
  if (own !== undefined) {
    segments.push(own);
  }
  return segments;
}

/** The segment of a resource; `undefined` for a root without one. */
export function segmentOf(data: ResourceData): PathSegment | undefined {
  const { kind, segment, prefix, suffix } = data;
  return kind === "dynamic"
    ? { data, all: takesAllSegments(data), prefix: encoded(prefix), suffix: encoded(suffix) }
    : segment === undefined
      ? undefined
      : fixed(segment);
}

function fixed(text: string): FixedSegment {
  return { text, verb: "" };
}

function withVerb(segment: PathSegment | undefined, subpath: string): PathSegment {
  const verb = encoded(subpath);
  if (segment !== undefined && "data" in segment) {
    return { ...segment, suffix: segment.suffix + verb };
  }
  return { text: (segment?.text ?? "") + subpath, verb };
}

// `verify` reports an affix that is not text, or that cannot be encoded.
function encoded(affix: unknown): string {
  return typeof affix === "string" && isWellFormed(affix) ? encodePath(affix) : "";
}

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
      : { name: String(segment.data.segment), type: idTypeOf(segment.data), all: segment.all },
  );
}

/** Reads the ids; `undefined` if one is invalid, so that there is no such resource. */
export function readIds(parts: readonly IdPart[], values: readonly string[]): Ids | undefined {
  const ids: Record<string, unknown> = Object.create(null);
  for (const [index, part] of parts.entries()) {
    const value = readId(part, values[index] ?? "");
    if (value instanceof Issue) {
      return undefined;
    }
    ids[part.name] = value;
  }
  return ids;
}

function readId({ type, all }: IdPart, raw: string): unknown {
  const texts = all ? raw.split("/") : [raw];
  for (const [index, one] of texts.entries()) {
    const text = decodePercent(one);
    if (text === undefined) {
      return new Issue("must not have a broken escape");
    }
    texts[index] = text;
  }
  return type["~parameter"].read(type, texts);
}
