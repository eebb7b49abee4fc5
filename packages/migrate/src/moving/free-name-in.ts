// Names for what a move declares inside a function.
import ts from "typescript";
import { isInside, visit } from "./syntax.ts";
import type { Work } from "./work.ts";

/** A name that is free in the function around a node. */
export function freeNameIn(wanted: string, node: ts.Node, work: Work): string {
  let scope = node;
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) {
    scope = scope.parent;
  }
  const taken = new Set(
    work.given.flatMap((one) =>
      isInside(one.scope, scope) || isInside(scope, one.scope) ? [one.name] : [],
    ),
  );
  visit(scope, (one) => {
    if (ts.isIdentifier(one)) {
      taken.add(one.text);
    }
  });
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) {
    name = `${wanted}${number}`;
  }
  work.given.push({ scope, name });
  return name;
}
