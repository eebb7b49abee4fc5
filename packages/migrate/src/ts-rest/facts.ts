// What a route declares, read once: the contract's text, the servers and the clients all go by it.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import { plain, propertyOf, resolved, stringOf, valueOf, type Placed } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import { bodyOf, formBody, type Body } from "./body-text.ts";
import type { Route, Router } from "./contract.ts";
import { parametersOf } from "./shape.ts";
import { segmentsOf } from "./tree.ts";
import { freeName, pascalCase, phraseOf, singular } from "./words.ts";

export interface Facts {
  readonly ids: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string> | undefined;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Body;
  readonly isForm: boolean;
  readonly successes: readonly { readonly status: number; readonly body: Body }[];
  readonly failures: readonly DeclaredFailure[];
}

export interface DeclaredFailure {
  readonly status: number;
  readonly name: string;
  readonly work: Work;
}

/** The failures of a file, in the order in which they are needed. */
interface Declaration {
  readonly name: string;
  readonly status: number;
  readonly body: Body;
}

export class FactsOf {
  readonly #project: Project;
  readonly #known = new Map<Route, Facts>();
  readonly #declared = new Map<Work, Map<string, Declaration>>();
  readonly #names = new Set<string>();
  /** Statuses that a handler sends although no contract declares them. */
  readonly undeclared = new Map<Route, Set<number>>();

  constructor(project: Project) {
    this.#project = project;
  }

  of(route: Route): Facts {
    const known = this.#known.get(route);
    const facts = known ?? this.#read(route);
    this.#known.set(route, facts);
    return facts;
  }

  declarations(work: Work): readonly Declaration[] {
    return [...(this.#declared.get(work)?.values() ?? [])];
  }

  #read(route: Route): Facts {
    const { work, node } = route;
    const at = (name: string): Placed | undefined => {
      const value = propertyOf(node, name);
      return value && { node: value, work };
    };
    const report = (name: string) => (why: string) =>
      work.leave(propertyOf(node, name) ?? node, why);
    const project = this.#project;
    const params = at("pathParams");
    const ids = params && parametersOf(params, { project, work, report: report("pathParams") });
    const query = at("query");
    const headers = at("headers");
    const body = at("body");
    const contentType = propertyOf(node, "contentType")?.getText(work.code) ?? "";
    const form = /multipart/.test(contentType)
      ? "multipart"
      : /urlencoded/.test(contentType)
        ? "form"
        : undefined;
    const input = { project, work, report: report("body") };
    const none: Body = { kind: "none" };
    return {
      ids: new Map(
        segmentsOf(route.path).flatMap((one) =>
          one.kind === "dynamic" ? [[one.id, ids?.get(one.id) ?? ""] as const] : [],
        ),
      ),
      query:
        query && isDeclared(query)
          ? parametersOf(query, { project, work, report: report("query") })
          : undefined,
      headers: lowerCase(
        headers && parametersOf(headers, { project, work, report: report("headers") }),
      ),
      isForm: form !== undefined,
      body:
        body && route.method !== "GET"
          ? form
            ? formBody(body, form, input)
            : bodyOf(body, body.node.getText(work.code), input)
          : none,
      ...this.#responses(route),
    };
  }

  /** The headers that a router wants of all its requests. A client may have set them for all, so none is mandatory. */
  baseHeaders({ options, work }: Router): ReadonlyMap<string, string> {
    const headers = options && propertyOf(options, "baseHeaders");
    if (!headers || options.getSourceFile() !== work.code) {
      return new Map();
    }
    work.leave(
      headers,
      "the headers of `baseHeaders` are optional now: check for them in the handlers that need them",
    );
    const parameters = parametersOf(
      { node: headers, work },
      { project: this.#project, work, report: (why) => work.leave(headers, why) },
    );
    return new Map(
      [...lowerCase(parameters)].map(([name, text]) => [
        name,
        text.replace(/(?:\.optional\(\))?$/, ".optional()"),
      ]),
    );
  }

  #responses(route: Route): Pick<Facts, "successes" | "failures"> {
    const { node, work } = route;
    const value = propertyOf(node, "responses");
    const own = value ? statusesOf({ node: value, work }, this.#project, work) : [];
    const common = routersAbove(route.router).flatMap(({ options, work: of }) => {
      const shared = options && propertyOf(options, "commonResponses");
      return shared && of === work
        ? statusesOf({ node: shared, work: of }, this.#project, work)
        : [];
    });
    const all = new Map([...common, ...own].map((one) => [one.status, one]));
    const input = {
      project: this.#project,
      work,
      report: (why: string) => work.leave(value ?? node, why),
    };
    const responses = [...all.values()]
      .toSorted((a, b) => a.status - b.status)
      .map(({ status, schema, text }) => ({
        status,
        body: [204, 205, 304].includes(status)
          ? ({ kind: "none" } as const)
          : bodyOf(schema, text, input),
      }));
    const unknown: Body = { kind: "type", type: "unknown", isSafe: true };
    const sent = [...(this.undeclared.get(route) ?? [])].filter((status) => !all.has(status));
    const every = [...responses, ...sent.map((status) => ({ status, body: unknown }))];
    return {
      successes: every.filter(({ status }) => status < 400),
      failures: every.filter(({ status }) => status >= 400).map((one) => this.#failure(route, one)),
    };
  }

  #failure(
    route: Route,
    { status, body }: { readonly status: number; readonly body: Body },
  ): DeclaredFailure {
    const { work } = route;
    const declared = this.#declared.get(work) ?? new Map<string, Declaration>();
    this.#declared.set(work, declared);
    const base = pascalCase(phraseOf(status));
    const resource = status === 404 ? resourceOf(route, this.#project) : "";
    const text = body.kind === "none" ? "" : body.kind === "type" ? `<${body.type}>` : body.text;
    const key = `${status} ${resource} ${text}`;
    const known = declared.get(key);
    const isTaken = (one: string): boolean =>
      this.#names.has(one) || new RegExp(`\\b${one}\\b`).test(work.code.text);
    const of = pascalCase(
      (route.router?.variable?.text ?? route.name).replace(/(?:contract|router|routes|api)$/i, ""),
    );
    const name =
      known?.name ??
      freeName(
        [
          resource + base,
          `${of}${base}`,
          `${pascalCase(route.name)}${base}`,
          `${of}${base}Failure`,
        ],
        isTaken,
      );
    this.#names.add(name);
    declared.set(key, { name, status, body });
    return { status, name, work };
  }
}

/** `post` of `/posts/:id`, for `PostNotFound`. */
function resourceOf({ path, router }: Route, project: Project): string {
  const option = router?.options && propertyOf(router.options, "pathPrefix");
  const prefix = option && router ? stringOf({ node: option, work: router.work }, project) : "";
  const segments = segmentsOf(`${prefix ?? ""}${path}`);
  const dynamic = segments.findLastIndex(({ kind }) => kind === "dynamic");
  const above = segments[dynamic - 1];
  return dynamic > 0 && above?.kind === "static" ? pascalCase(singular(above.text)) : "";
}

function isDeclared({ node, work }: Placed): boolean {
  return !/^(?:null|undefined|[\w$]+\.noBody\(\))$/.test(plain(node).getText(work.code));
}

function lowerCase(headers: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> {
  return new Map([...(headers ?? [])].map(([name, text]) => [name.toLowerCase(), text]));
}

function routersAbove(router: Router | undefined): readonly Router[] {
  return router
    ? [...router.parents.flatMap(({ router: above }) => routersAbove(above)), router]
    : [];
}

interface StatusBody {
  readonly status: number;
  readonly schema: Placed;
  /** How the file of the route names it. */
  readonly text: string;
}

/** The bodies by status: of an object, of `c.responses(…)`, of a constant, and of what is spread into them. */
function statusesOf(
  given: Placed,
  project: Project,
  target: Work,
  accessor = "",
): readonly StatusBody[] {
  const { work } = given;
  const node = plain(given.node);
  if (
    ts.isCallExpression(node) &&
    node.arguments[0] &&
    node.expression.getText(work.code).endsWith(".responses")
  ) {
    return statusesOf({ node: node.arguments[0], work }, project, target, accessor);
  }
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
    const to = resolved({ node, work }, project);
    const own = to?.work === target ? "" : accessor || node.getText(work.code);
    return to ? statusesOf(to, project, target, own) : [];
  }
  if (!ts.isObjectLiteralExpression(node)) {
    return [];
  }
  return node.properties.flatMap((one): readonly StatusBody[] => {
    if (ts.isSpreadAssignment(one)) {
      return statusesOf({ node: one.expression, work }, project, target, accessor);
    }
    const status = one.name && Number(statusText(one.name, work));
    const value = valueOf(one);
    return status && value
      ? [
          {
            status,
            schema: { node: value, work },
            text: accessor === "" ? value.getText(work.code) : `${accessor}[${status}]`,
          },
        ]
      : [];
  });
}

function statusText(name: ts.PropertyName, { checker }: Work): string {
  if (ts.isComputedPropertyName(name)) {
    const type = checker.getTypeAtLocation(name.expression);
    return type.isNumberLiteral() ? `${type.value}` : "";
  }
  return name.text;
}
