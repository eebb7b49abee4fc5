// The endpoints of a tree, from its type.
import type ts from "typescript";
import { memberText, memberType, partsOf } from "./member-type.ts";
import type { Report } from "./report.ts";

export interface EndpointType {
  /** Its method and its template without the names of ids, as `endpointKey` of bough has it. */
  readonly key: string;
  /** Its method and template, for messages. */
  readonly title: string;
  readonly definition: ts.Type;
  /** Its failures, with those of the resources above. */
  readonly failures: readonly ts.Type[];
  /** The body of rejections that its root declares. */
  readonly rejections: ts.Type | undefined;
  /** The property that declares it. */
  readonly symbol: ts.Symbol;
}

export interface Tree {
  readonly name: string;
  readonly type: ts.Type;
}

/** All endpoints of a tree, in the order of declaration. */
export function endpointTypes(tree: Tree, checker: ts.TypeChecker, report: Report): EndpointType[] {
  return below({ ...tree, rejections: undefined }, checker, report);
}

function below(
  { name, type, rejections: above }: Tree & Pick<EndpointType, "rejections">,
  checker: ts.TypeChecker,
  report: Report,
): EndpointType[] {
  const gives = memberType(memberType(type, "~shape", checker), "gives", checker);
  const rejections = memberType(gives, "rejections", checker) ?? above;
  const children = memberType(type, "~children", checker);
  const view = viewOf(type, checker);
  return (children ? checker.getPropertiesOfType(children) : []).flatMap((symbol) => {
    const child = memberType(view, symbol.name, checker);
    const path = `${name}.${symbol.name}`;
    if (!child) {
      return [];
    }
    if (checker.getPropertyOfType(child, "~shape")) {
      return below({ name: path, type: child, rejections }, checker, report);
    }
    const endpoint = endpointType(child, symbol, checker);
    if (endpoint) {
      return [{ ...endpoint, rejections }];
    }
    report.error(
      `${path}: its path is not known from its type. Write segments, ids and subpaths as literal text, ` +
        "and remove the annotation of the resource",
    );
    return [];
  });
}

function endpointType(
  type: ts.Type,
  symbol: ts.Symbol,
  checker: ts.TypeChecker,
): Omit<EndpointType, "rejections"> | undefined {
  const method = memberText(type, "method", checker);
  const template = memberText(type, "template", checker);
  const definition = memberType(type, "~definition", checker);
  if (method === undefined || template === undefined || !definition) {
    return undefined;
  }
  const inherited = memberType(memberType(type, "~position", checker), "inherited", checker);
  const failures = [definition, inherited].flatMap((one) =>
    partsOf(memberType(one, "failures", checker)),
  );
  const key = `${method} ${template.replace(/\{[^{}]*\}/g, "{}")}`;
  return { key, title: `${method} ${template}`, definition, failures, symbol };
}

/**
 * The children of a resource in their tree. A resource with an id is a function, whose own members such as
 * `name` and `length` are not children.
 */
function viewOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if (!type.isIntersection()) {
    return type;
  }
  return type.types.find((part) => !checker.getPropertyOfType(part, "~children"));
}
