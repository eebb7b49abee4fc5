// Hooks of @ts-rest/react-query and @ts-rest/vue-query become those of TanStack Query, with the keys that they have.
import ts from "typescript";
import type { TextOrWhy } from "../moving/request-text.ts";
import { nameOf, plain, propertyOf } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import { argumentText, callText, type CallInput } from "./call-text.ts";
import { queryPackage, requestType } from "./targets.ts";
import type { Route } from "./contract.ts";
import { usesOf } from "../moving/uses.ts";

const QUERIES =
  /^(?:useQuery|useSuspenseQuery|useInfiniteQuery|useSuspenseInfiniteQuery|fetchQuery|prefetchQuery|ensureQueryData)$/;
const CACHE = /^(?:setQueryData|getQueryData|invalidateQueries|getQueryState|setQueryDefaults)$/;

export interface Hooking {
  readonly work: Work;
  readonly access: Access;
  readonly route: Route;
  readonly client: string;
}

export function isHook({ name, parent }: ts.PropertyAccessExpression): boolean {
  return (
    ts.isCallExpression(parent) &&
    (QUERIES.test(name.text) ||
      CACHE.test(name.text) ||
      name.text === "useMutation" ||
      name.text === "useQueries")
  );
}

export function moveHook(member: ts.PropertyAccessExpression, hooking: Hooking): void {
  const { work, access, client } = hooking;
  const call = member.parent;
  const { text: name } = member.name;
  if (!ts.isCallExpression(call)) {
    return;
  }
  if (CACHE.test(name)) {
    const given = call.arguments.map((one) => work.text(one));
    const [owner, ...rest] = /queryClient/i.test(client) ? [client, ...given] : given;
    work.replaceNode(call, `${owner ?? work.text(call)}.${name}(${rest.join(", ")})`);
    work.site(call, "bridged");
    return;
  }
  if (name === "useQueries") {
    work.leaveSite(
      call,
      "`useQueries`: pass `queryFn: () => client.request(…).bodyOrThrow()` for each query",
    );
    return;
  }
  const text =
    name === "useMutation" ? mutationText(call, hooking) : queryText(call, name, hooking);
  if (typeof text !== "string") {
    work.leaveSite(call, text.why);
    return;
  }
  const isOnClient = /^(?:fetch|prefetch|ensure)/.test(name);
  const [first] = call.arguments;
  const owner = isOnClient
    ? /queryClient/i.test(client)
      ? client
      : first
        ? work.text(first)
        : "queryClient"
    : "";
  work.replaceNode(
    call,
    owner ? `${owner}.${name}(${text})` : `${work.need(name, queryPackage(access))}(${text})`,
  );
}

interface Parts {
  readonly key: string | undefined;
  readonly argument: ts.Expression | undefined;
  /** The other options, as entries of an object. */
  readonly rest: readonly string[];
  readonly options: ts.ObjectLiteralExpression | undefined;
}

/** The arguments of a query: an object since version 5, before it a key, the request and options. */
function partsOf(call: ts.CallExpression, name: string, work: Work): Parts {
  const all = [...call.arguments];
  const first = all[0] && plain(all[0]);
  if (
    first &&
    ts.isObjectLiteralExpression(first) &&
    (propertyOf(first, "queryKey") || propertyOf(first, "queryData"))
  ) {
    const rest = first.properties.filter(
      (one) => !/^query(?:Key|Data)$/.test((one.name && nameOf(one.name)) ?? ""),
    );
    const key = propertyOf(first, "queryKey");
    return {
      key: key && work.text(key),
      argument: propertyOf(first, "queryData"),
      rest: rest.map((one) => work.text(one)),
      options: first,
    };
  }
  if (/^(?:fetch|prefetch|ensure)/.test(name)) {
    all.shift();
  }
  const [key, argument, given] = all;
  return { key: key && work.text(key), argument, ...optionsOf(given, work) };
}

/** Options as entries of an object, with the object if they are written as one. */
function optionsOf(given: ts.Expression | undefined, work: Work): Pick<Parts, "options" | "rest"> {
  const bare = given && plain(given);
  const options = bare && ts.isObjectLiteralExpression(bare) ? bare : undefined;
  const spread = given ? [`...${work.text(given)}`] : [];
  return { options, rest: options ? options.properties.map((one) => work.text(one)) : spread };
}

function queryText(call: ts.CallExpression, name: string, hooking: Hooking): TextOrWhy {
  const { work } = hooking;
  const { key, argument, rest: before, options } = partsOf(call, name, work);
  const select = options && propertyOf(options, "select");
  const isSelected = select !== undefined && canSelect(select, work);
  const isReadable = !/Infinite/.test(name) && !hasReaders(options, isSelected);
  const isMoved = isReadable && moveData(call, work, isSelected);
  if (isMoved && select && isSelected) {
    selectBody(select, work);
  }
  const rest = isMoved && select ? partsOf(call, name, work).rest : before;
  const made = functionText(argument, hooking, isMoved);
  if (typeof made !== "string") {
    return made;
  }
  work.site(call, isMoved ? "moved" : "bridged");
  const own = hooking.access.path(hooking.route, work) ?? "";
  const entries = [`queryKey: ${key ?? JSON.stringify([own])}`, `queryFn: ${made}`, ...rest];
  return `{ ${entries.join(", ")} }`;
}

/** Options that read the response. */
function hasReaders(options: ts.ObjectLiteralExpression | undefined, isSelected = false): boolean {
  return (
    options?.properties.some((one) => {
      const name = (one.name && nameOf(one.name)) ?? "";
      if (isSelected && name === "select") {
        return false;
      }
      const value = ts.isPropertyAssignment(one) ? one.initializer : undefined;
      const takes = ts.isMethodDeclaration(one)
        ? one.parameters.length > 0
        : value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
          ? value.parameters.length > 0
          : true;
      return (
        (/^(?:select|onSuccess|onError|onSettled|throwOnError)$/.test(name) && takes) ||
        /^(?:initialData|placeholderData|onMutate)$/.test(name) ||
        ts.isSpreadAssignment(one)
      );
    }) ?? false
  );
}

function functionText(
  argument: ts.Expression | undefined,
  hooking: Hooking,
  isMoved: boolean,
): TextOrWhy {
  const { work, access, route, client } = hooking;
  const given = argument && plain(argument);
  if (given && ts.isConditionalExpression(given)) {
    const branch = (one: ts.Expression): TextOrWhy =>
      /skipToken/.test(one.getText(work.code))
        ? work.text(one)
        : functionText(one, hooking, isMoved);
    const [yes, no] = [branch(given.whenTrue), branch(given.whenFalse)];
    return typeof yes !== "string"
      ? yes
      : typeof no !== "string"
        ? no
        : `${work.text(given.condition)} ? ${yes} : ${no}`;
  }
  const isFunction = given && (ts.isArrowFunction(given) || ts.isFunctionExpression(given));
  const inner = isFunction ? bodyOf(given) : given;
  if (isFunction && !inner) {
    return {
      why: "the request of this query is made by a function: pass a `queryFn` that calls request()",
    };
  }
  const page =
    isFunction && given.parameters[0]
      ? work.text(given.parameters[0]).replace(/^\{\s*|\s*,?\s*\}$/g, "")
      : "";
  const isWhole =
    isFunction && given.parameters[0] && !ts.isObjectBindingPattern(given.parameters[0].name);
  const input: CallInput = { access, work, route, client, more: isWhole ? [] : ["signal"] };
  const text = callText(inner, input);
  if (typeof text !== "string") {
    return text;
  }
  const parameters = isWhole ? page : `{ ${[...(page ? [page] : []), "signal"].join(", ")} }`;
  return `(${parameters}) => ${isMoved ? `${text}.bodyOrThrow()` : `${access.bridges.use("successOrThrow", work)}(${text})`}`;
}

function bodyOf(fn: ts.ArrowFunction | ts.FunctionExpression): ts.Expression | undefined {
  if (!ts.isBlock(fn.body)) {
    return plain(fn.body);
  }
  const [statement] = fn.body.statements;
  return fn.body.statements.length === 1 && statement && ts.isReturnStatement(statement)
    ? statement.expression && plain(statement.expression)
    : undefined;
}

function mutationText(
  call: ts.CallExpression,
  { work, access, route, client }: Hooking,
): TextOrWhy {
  const [given] = call.arguments;
  const { options, rest } = optionsOf(given, work);
  const type = requestType(route, work, access);
  const text = argumentText("given", { access, work, route, client });
  if (typeof text !== "string") {
    return text;
  }
  const isMoved =
    (!given || options !== undefined) && !hasReaders(options) && !readsMutation(call, work);
  work.site(call, isMoved ? "moved" : "bridged");
  const made = isMoved
    ? `${text}.bodyOrThrow()`
    : `${access.bridges.use("successOrThrow", work)}(${text})`;
  return `{ ${[`mutationFn: (${type ? `given: ${type}` : "_: unknown"}) => ${made}`, ...rest].join(", ")} }`;
}

/** Whether a component reads what a mutation gave back. */
function readsMutation(call: ts.CallExpression, work: Work): boolean {
  const { parent } = call;
  if (!ts.isVariableDeclaration(parent)) {
    return true;
  }
  if (ts.isObjectBindingPattern(parent.name)) {
    return parent.name.elements.some(({ name, propertyName }) =>
      /^(?:data|error|mutateAsync)$/.test((propertyName ?? name).getText(work.code)),
    );
  }
  const name = parent.name;
  return (
    ts.isIdentifier(name) &&
    usesOf(name, work.code, work).some(
      (use) =>
        !ts.isPropertyAccessExpression(use.parent) ||
        /^(?:data|error|mutateAsync)$/.test(use.parent.name.text),
    )
  );
}

/** `data.body` becomes `data`, if nothing else is read of it. */
function moveData(call: ts.CallExpression, work: Work, isSelected: boolean): boolean {
  const { parent } = call;
  if (!ts.isVariableDeclaration(parent)) {
    return false;
  }
  const reads: ts.Expression[] = [];
  if (ts.isObjectBindingPattern(parent.name)) {
    for (const { name, propertyName } of parent.name.elements) {
      const key = (propertyName ?? name).getText(work.code);
      if (key === "data") {
        if (!ts.isIdentifier(name)) {
          return false;
        }
        reads.push(...usesOf(name, work.code, work));
      } else if (
        key === "error" &&
        ts.isIdentifier(name) &&
        usesOf(name, work.code, work).some(isRead)
      ) {
        return false;
      }
    }
  } else if (ts.isIdentifier(parent.name)) {
    for (const use of usesOf(parent.name, work.code, work)) {
      const member = use.parent;
      if (
        !ts.isPropertyAccessExpression(member) ||
        (member.name.text === "error" && isRead(member))
      ) {
        return false;
      }
      if (member.name.text === "data") {
        reads.push(member);
      }
    }
  }
  if (isSelected) {
    return true;
  }
  const bodies = reads.map(({ parent: one }) =>
    ts.isPropertyAccessExpression(one) && one.name.text === "body" ? one : undefined,
  );
  if (bodies.includes(undefined)) {
    return reads.every(
      (node) => ts.isPrefixUnaryExpression(node.parent) || ts.isIfStatement(node.parent),
    );
  }
  for (const body of bodies) {
    if (body) {
      dropBody(body, work);
    }
  }
  return true;
}

/** Whether `select` reads nothing but the body: `(response) => response.body.items`. */
function canSelect(select: ts.Expression, work: Work): boolean {
  const fn = plain(select);
  const [parameter] = ts.isArrowFunction(fn) || ts.isFunctionExpression(fn) ? fn.parameters : [];
  if (!parameter || parameter.type) {
    return false;
  }
  return ts.isIdentifier(parameter.name)
    ? usesOf(parameter.name, fn, work).every(
        ({ parent }) => ts.isPropertyAccessExpression(parent) && parent.name.text === "body",
      )
    : bodyElement(parameter.name) !== undefined;
}

/** `body` of `({ body }) => …`, if it is all that is taken. */
function bodyElement(name: ts.BindingName): ts.BindingElement | undefined {
  const [element, ...others] = ts.isObjectBindingPattern(name) ? name.elements : [];
  const isBody = element && (element.propertyName ?? element.name).getText() === "body";
  return isBody && others.length === 0 ? element : undefined;
}

function selectBody(select: ts.Expression, work: Work): void {
  const fn = plain(select);
  const [parameter] = ts.isArrowFunction(fn) || ts.isFunctionExpression(fn) ? fn.parameters : [];
  const element = parameter && bodyElement(parameter.name);
  if (parameter && element) {
    work.replaceNode(parameter.name, work.text(element.name));
  } else if (parameter && ts.isIdentifier(parameter.name)) {
    for (const { parent } of usesOf(parameter.name, fn, work)) {
      if (ts.isPropertyAccessExpression(parent)) {
        dropBody(parent, work);
      }
    }
  }
}

function isRead(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node;
}

function dropBody(body: ts.PropertyAccessExpression, work: Work): void {
  const next = body.parent;
  const isOptional = body.questionDotToken !== undefined;
  const isFollowed =
    ts.isPropertyAccessExpression(next) && next.expression === body && !next.questionDotToken;
  const isIndexed =
    ts.isElementAccessExpression(next) && next.expression === body && !next.questionDotToken;
  const text = isOptional && isFollowed ? "?" : isOptional && isIndexed ? "?." : "";
  work.replace({ start: body.expression.end, end: body.end, text });
}
