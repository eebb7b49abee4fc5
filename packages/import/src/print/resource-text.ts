// Resources as code.
import { quoted } from "../source-text.ts";
import type { ContractType } from "bough/contract";
import type { EndpointContext } from "./endpoint-text.ts";
import { object, type Doc } from "./layout.ts";
import { typeExpression } from "./parameter-text.ts";
import type { TreeResource } from "./resource-tree.ts";

/** A resource with its children: `staticResource("users", { … })`. */
export function resourceCall(
  { segment, id }: TreeResource,
  {
    children,
    option,
    context,
  }: {
    readonly children: Doc;
    readonly option: readonly Doc[];
    readonly context: EndpointContext;
  },
): Doc {
  const { uses } = context;
  if (segment === undefined || segment.kind === "static") {
    const options = option.length === 0 ? [] : [object(option), ", "];
    const name = uses.value("staticResource");
    return [`${name}(${quoted(segment?.text ?? "")}, `, ...options, children, ")"];
  }
  const { name, prefix, suffix } = segment;
  const type =
    id === undefined || isPlainText(id, context) ? undefined : typeExpression(id, context);
  const affixes = [
    ...(prefix === "" ? [] : [`prefix: ${quoted(prefix)}`]),
    ...(suffix === "" ? [] : [`suffix: ${quoted(suffix)}`]),
    ...option,
  ];
  const options =
    affixes.length === 0
      ? type
      : object([...(type === undefined ? [] : [["type: ", type]]), ...affixes]);
  const own = uses.value("dynamicResource");
  return [
    `${own}(${quoted(name)}, `,
    ...(options === undefined ? [] : [options, ", "]),
    children,
    ")",
  ];
}

function isPlainText(
  { type, min, max, pattern, delimiters }: ContractType,
  { bounds }: EndpointContext,
): boolean {
  const isBounded = min !== undefined || max !== undefined || pattern !== undefined;
  return type === "string" && delimiters === undefined && !(bounds && isBounded);
}
