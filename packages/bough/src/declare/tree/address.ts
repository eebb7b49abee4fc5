// Writes paths from declared segments and ids.
import { encodePath, encodeSegment, isWellFormed } from "../../shared/http/percent.ts";
import { ownOf } from "../../shared/internal/record.ts";
import { Issue, type EitherLike, type ParameterLike } from "../parameter/parameter.ts";
import { textsOf } from "../parameter/parameter-codec.ts";

/** A resource or an endpoint, with what its path is written from. */
export interface AddressSource {
  readonly data: PieceData;
  readonly parent?: AddressSource | undefined;
  readonly template: string;
  /** The encoded texts of its path, and the ids between them; computed at the first use. */
  pieces?: readonly (string | PieceData)[];
}

/** The part of a path that a resource or endpoint adds: the end of its template, and an id in it. */
interface PieceData {
  readonly kind?: "root" | "static" | "dynamic";
  readonly segment?: string | undefined;
  readonly type?: ParameterLike | undefined;
  readonly subpath?: string;
}

/** Called with a value that is missing or that a URL cannot contain. */
export type Refuse = (place: "path" | "query", parameter: string, issue: string) => void;

/** Writes the path of a resource or endpoint. `refuse` is called for each id that is missing or that a URL cannot contain. */
export function addressOf(source: AddressSource, ids: Ids | undefined, refuse: Refuse): string {
  let path = "";
  for (const piece of source.pieces ?? piecesOf(source)) {
    path += typeof piece === "string" ? piece : encodeId(piece, ids, refuse);
  }
  return path;
}

function piecesOf(source: AddressSource): readonly (string | PieceData)[] {
  const { data, parent, template } = source;
  const added = template.slice(parent?.template.length);
  const above = parent ? (parent.pieces ?? piecesOf(parent)) : [];
  const [before = "", after = ""] = added.split(/\{[^]*\}/);
  return (source.pieces =
    data.kind === "dynamic"
      ? [...above, encodePath(before), data, encodePath(after)]
      : [...above, encodePath(added)]);
}

/** A `Refuse` that throws an `AddressError`. */
export function throwing(template: string): Refuse {
  return (...refused) => {
    throw new AddressError(template, ...refused);
  };
}

/** The path of a node with its ids, or its template if it has no ids. */
export function pathOf(node: AddressNode & { readonly "~ids"?: Ids }): string {
  const source = node["~endpoint"] ?? node["~resource"];
  const ids = node["~ids"];
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
    ? textsOf(type).write(type, value)
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

/** `.path`, `hrefOf` and `urlOf` throw it if a URL cannot be built from the given values. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly code = "address";
  /** The path template. */
  declare readonly template: string;
  /** The part of the URL that has the parameter. */
  declare readonly in: "path" | "query";
  /** The name of the parameter. */
  declare readonly parameter: string;
  /** The reason why its value is invalid. */
  declare readonly issue: string;

  constructor(template: string, place: "path" | "query", parameter: string, issue: string) {
    super(`${template}: the ${place} parameter "${parameter}" ${issue}`);
    Object.assign(this, { template, parameter, in: place, issue });
  }
}

/** Ids by parameter name; without a prototype, since users choose the names. */
export interface Ids {
  readonly [name: string]: unknown;
}

/** The ids of a node; `undefined` if it has none yet. */
export function idsOf(node: object & { readonly "~ids"?: Ids }): Ids | undefined {
  return node["~ids"];
}
