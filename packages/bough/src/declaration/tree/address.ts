// Writes paths from declared segments and ids.
import { encodePath, encodeSegment, isWellFormed } from "../../http/percent.ts";
import { AddressError } from "./address-error.ts";
import { idsOf, ownOf, type Ids } from "./ids.ts";
import { Issue } from "../parameter/parameter.ts";
import { textsOf, type EitherLike } from "../parameter/parameter-texts.ts";
import type { EndpointData } from "../endpoint/endpoint-data.ts";
import type { ResourceData } from "./placement.ts";

/** A resource or an endpoint, with what its path is written from. */
export interface AddressSource {
  readonly data: PieceData;
  readonly parent?: AddressSource | undefined;
  readonly template: string;
  /** The encoded texts of its path, and the ids between them; computed at the first use. */
  pieces?: readonly (string | PieceData)[];
}

/** The part of a path that a resource or endpoint adds: the end of its template, and an id in it. */
type PieceData = Partial<
  Pick<ResourceData, "kind" | "segment" | "type"> & Pick<EndpointData, "subpath">
>;

/** Called with a value that is missing or that a URL cannot contain. */
export type Refuse = (place: "path" | "query", parameter: string, issue: string) => void;

/** Writes the path of a resource or endpoint. `refuse` is called for each id that is missing or that a URL cannot contain. */
export function addressOf(source: AddressSource, ids: Ids | undefined, refuse: Refuse): string {
  let path = "";
  for (const piece of piecesOf(source)) {
    path += typeof piece === "string" ? piece : encodeId(piece, ids, refuse);
  }
  return path;
}

function piecesOf(source: AddressSource): readonly (string | PieceData)[] {
  const { data, parent, template } = source;
  if (!source.pieces) {
    const added = template.slice(parent?.template.length);
    const above = parent ? piecesOf(parent) : [];
    const [before = "", after = ""] = added.split(/\{[^]*\}/);
    source.pieces =
      data.kind === "dynamic"
        ? [...above, encodePath(before), data, encodePath(after)]
        : [...above, encodePath(added)];
  }
  return source.pieces;
}

/** A `Refuse` that throws an `AddressError`. */
export function throwing(template: string): Refuse {
  return (...refused) => {
    throw new AddressError(template, ...refused);
  };
}

/** The path of a node with its ids, or its template if it has no ids. */
export function pathOf(node: AddressNode): string {
  const source = node["~endpoint"] ?? node["~resource"];
  const ids = idsOf(node);
  return ids ? addressOf(source, ids, throwing(source.template)) : source.template;
}

type AddressNode =
  | { readonly "~endpoint": AddressSource; readonly "~resource"?: undefined }
  | { readonly "~resource": AddressSource; readonly "~endpoint"?: undefined };

function encodeId(
  { type, segment: name = "" }: PieceData,
  ids: Ids | undefined,
  refuse: Refuse,
): string {
  const value = ownOf(ids, name);
  const texts = type
    ? textsOf(type).write(value)
    : // The rules of `string()`, which is not bundled for an id without a type.
      typeof value === "string" && !value.includes("\0")
      ? [value]
      : new Issue(value === undefined ? "is missing" : "must be text without U+0000");
  if (texts instanceof Issue) {
    refuse("path", name, texts.message);
    return "";
  }
  return texts
    .map((text) => {
      if (/^\.{0,2}$/.test(text) || !isWellFormed(text)) {
        refuse("path", name, `must not be ${JSON.stringify(text)}`);
        return "";
      }
      const declared: EitherLike | undefined = type;
      return (declared?.["~parameter"]?.segment ?? encodeSegment)(text);
    })
    .join("/");
}
