// How a file writes an endpoint, a resource or a failure of a contract.
import ts from "typescript";
import type { Bridges } from "../moving/bridges.ts";
import type { Project } from "../moving/project.ts";
import { boundText, wayText, type Ids } from "../moving/request-text.ts";
import { symbolOf } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Contracts, Route, Router } from "./contract.ts";
import type { Trees } from "./contract-text.ts";
import type { DeclaredFailure, Facts } from "./facts.ts";
import { addressOf, type Address } from "./tree.ts";

export class Access {
  readonly project: Project;
  readonly contracts: Contracts;
  readonly trees: Trees;
  readonly bridges: Bridges;

  constructor(project: Project, contracts: Contracts, trees: Trees, bridges: Bridges) {
    this.project = project;
    this.contracts = contracts;
    this.trees = trees;
    this.bridges = bridges;
  }

  facts(route: Route): Facts {
    return this.trees.facts.of(route);
  }

  /** `contract.posts.post.get`, without ids. */
  path(target: Route | Router, work: Work): string | undefined {
    const address = addressOf(target, this.trees.layout);
    const root = address && this.#root(address, work);
    return address && root && wayText(root, address.steps);
  }

  /** `contract.posts.post(id).get`, or `bind(…)` where the ids are one object. */
  called(route: Route, work: Work, ids: Ids): string | undefined {
    const address = addressOf(route, this.trees.layout);
    const root = address && this.#root(address, work);
    if (!address || !root) {
      return undefined;
    }
    const { rootIds, steps } = address;
    if (rootIds.length === 0 && steps.every(({ id }) => id === undefined)) {
      return wayText(root, steps);
    }
    return typeof ids === "string" || rootIds.length > 0
      ? boundText(wayText(root, steps), ids, work)
      : wayText(root, steps, ids);
  }

  failure({ name, work: from }: DeclaredFailure, work: Work): string {
    return from === work ? name : work.need(name, from.file);
  }

  #root({ root }: Address, work: Work): string | undefined {
    const { variable } = root;
    if (!variable || root.work === work) {
      return variable?.text;
    }
    return importedAs(variable, root.work, work) ?? work.need(variable.text, root.work.file);
  }
}

/** The name that a file has for a variable of another one. */
function importedAs(variable: ts.Identifier, from: Work, work: Work): string | undefined {
  for (const statement of work.code.statements) {
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
    const bindings = clause?.namedBindings;
    const names = [
      ...(clause?.name ? [clause.name] : []),
      ...(bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name) : []),
    ];
    for (const name of names) {
      const at = symbolOf(name, work)?.declarations?.[0];
      const isSame = at && ts.isVariableDeclaration(at) && at.name.getText() === variable.text;
      const isExported =
        at && ts.isExportAssignment(at) && at.expression.getText() === variable.text;
      if ((isSame || isExported) && at.getSourceFile().fileName === from.file) {
        return clause?.isTypeOnly ? undefined : name.text;
      }
    }
  }
  return undefined;
}
