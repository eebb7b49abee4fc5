// Endpoints as code.
import type { ContractEndpoint, ContractResponse } from "bough/contract";
import { commentOf, quoted } from "../source-text.ts";
import { bodyText, type BodyContext } from "./body-text.ts";
import { dataText } from "./data-text.ts";
import { call, chain, noted, object, type Doc } from "./layout.ts";
import { parametersText } from "./parameter-text.ts";

/** The options of printed endpoints. */
export interface EndpointContext extends BodyContext {
  /** The alternatives of an endpoint that differ from those of its resource. */
  readonly security: (endpoint: ContractEndpoint) => readonly Doc[];
  /** The tags of an endpoint that its resource does not have. */
  readonly tagsOf: (endpoint: ContractEndpoint) => readonly string[];
  readonly failure: (failed: NonNullable<ContractEndpoint["failures"]>[number]) => Doc;
}

const VERBS = new Map([
  ["GET", "get"],
  ["HEAD", "head"],
  ["POST", "post"],
  ["PUT", "put"],
  ["PATCH", "patch"],
  ["DELETE", "del"],
  ["QUERY", "query"],
]);

/** The chain of an endpoint: `get("me").response<User>()`. */
export function endpointText(
  endpoint: ContractEndpoint,
  subpath: string,
  context: EndpointContext,
): Doc {
  const verb = context.uses.value(VERBS.get(endpoint.method) ?? "get");
  const head = `${verb}(${subpath === "" ? "" : quoted(subpath)})`;
  return chain(head, [
    ...parameterCalls(endpoint, context),
    ...requestCall(endpoint, context),
    ...responseCalls(endpoint.responses ?? [], context),
    ...failureCall(endpoint, context),
    ...conditionalCall(endpoint, context),
    ...idempotentCall(endpoint),
    ...(endpoint.paged === undefined ? [] : [[".paged(", dataText(endpoint.paged), ")"]]),
    ...securityCall(endpoint, context),
    ...deprecatedCall(endpoint),
    ...describeCall(endpoint, context),
  ]);
}

/** The comment above an endpoint: its summary, and with `docs` its description. */
export function endpointComment(
  { summary, description, deprecated }: ContractEndpoint,
  docs: boolean,
): readonly string[] {
  const short = commentOf(summary);
  const long = docs && description?.trim() !== summary?.trim() ? commentOf(description) : [];
  const between = short.length > 0 && long.length > 0 ? [""] : [];
  return [...short, ...between, ...long, ...(deprecated === undefined ? [] : ["@deprecated"])];
}

/** An endpoint as a member of its resource, below its comment. */
export function endpointMember(
  name: string,
  endpoint: ContractEndpoint,
  subpath: string,
  context: EndpointContext,
): Doc {
  const text = [`${name}: `, endpointText(endpoint, subpath, context)];
  return noted(endpointComment(endpoint, context.docs), text);
}

function parameterCalls(endpoint: ContractEndpoint, context: EndpointContext): readonly Doc[] {
  const calls = [
    ["parameters", endpoint.query],
    ["headers", endpoint.headers],
    ["cookies", endpoint.cookies],
  ] as const;
  return calls.flatMap(([name, list]) =>
    list === undefined ? [] : [[`.${name}(`, parametersText(list, context), ")"]],
  );
}

function requestCall({ request }: ContractEndpoint, context: EndpointContext): readonly Doc[] {
  if (request === undefined) {
    return [];
  }
  const options = [
    ...(request.optional === true ? ["optional: true"] : []),
    ...(context.docs && request.description !== undefined
      ? [`description: ${quoted(request.description)}`]
      : []),
  ];
  return [bodyCall("request", request.content, options, context)];
}

function bodyCall(
  name: string,
  content: ContractResponse["content"],
  options: readonly Doc[],
  context: EndpointContext,
): Doc {
  const { typed, argument } = bodyText(content, context);
  if (typed !== undefined && options.length === 0) {
    return [`.${name}<`, typed, ">()"];
  }
  if (typed !== undefined) {
    context.uses.value("type");
  }
  return options.length === 0
    ? [`.${name}(`, argument, ")"]
    : call(`.${name}`, argument, object(options));
}

function responseCalls(
  responses: readonly ContractResponse[],
  context: EndpointContext,
): readonly Doc[] {
  const [only, more] = responses;
  const isEmpty = only?.status === 204 && only.headers === undefined && only.cookies === undefined;
  // A response of 204 is what an endpoint without responses has.
  if (isEmpty && more === undefined && !context.docs) {
    return [];
  }
  return responses.map((one) => {
    const options: Doc[] = [];
    const isPlain = one.content.length > 0 && one.status === 200;
    if (!isPlain) {
      options.push(`status: ${typeof one.status === "number" ? one.status : quoted(one.status)}`);
    }
    if (one.headers !== undefined) {
      options.push(["headers: ", parametersText(one.headers, context)]);
    }
    if (context.docs && one.description !== undefined) {
      options.push(`description: ${quoted(one.description)}`);
    }
    return bodyCall("response", one.content, options, context);
  });
}

function failureCall(
  { failures = [], conditional }: ContractEndpoint,
  context: EndpointContext,
): readonly Doc[] {
  const own = failures.filter((failed) => !isChanged(failed, conditional));
  return own.length === 0 ? [] : [call(".failure", ...own.map(context.failure))];
}

/** Whether `.conditional({ changed })` declares a failure. */
export function isChanged(
  { status }: NonNullable<ContractEndpoint["failures"]>[number],
  conditional: ContractEndpoint["conditional"],
): boolean {
  return conditional?.changed !== undefined && status === 412;
}

function conditionalCall(
  { failures = [], conditional }: ContractEndpoint,
  context: EndpointContext,
): readonly Doc[] {
  if (conditional === undefined) {
    return [];
  }
  const { version, required } = conditional;
  const changed = failures.filter((failed) => isChanged(failed, conditional));
  const options: Doc[] = [
    ...(version === undefined ? [] : [`version: ${quoted(version)}`]),
    ...changed.map((failed): Doc => ["changed: ", context.failure(failed)]),
    ...(required === false ? ["required: false"] : []),
  ];
  return [options.length === 0 ? ".conditional()" : [".conditional(", object(options), ")"]];
}

function idempotentCall({ idempotent }: ContractEndpoint): readonly Doc[] {
  return idempotent === undefined
    ? []
    : [`.idempotent(${idempotent.required ? "" : "{ required: false }"})`];
}

function securityCall(endpoint: ContractEndpoint, context: EndpointContext): readonly Doc[] {
  const alternatives = context.security(endpoint);
  return alternatives.length === 0 ? [] : [call(".security", ...alternatives)];
}

// An import reads one member of it, the day on which the endpoint goes.
function deprecatedCall({ deprecated }: ContractEndpoint): readonly Doc[] {
  if (deprecated === undefined) {
    return [];
  }
  const members = Object.entries(deprecated).map(([name, value]) => `${name}: ${quoted(value)}`);
  return [members.length === 0 ? ".deprecated()" : [".deprecated(", object(members), ")"]];
}

function describeCall(endpoint: ContractEndpoint, context: EndpointContext): readonly Doc[] {
  const { operationId } = endpoint;
  const tags = context.tagsOf(endpoint);
  const options = [
    ...(operationId === undefined ? [] : [`operationId: ${quoted(operationId)}`]),
    ...(tags.length === 0 ? [] : [`tags: [${tags.map(quoted).join(", ")}]`]),
  ];
  return options.length === 0 ? [] : [[".describe(", object(options), ")"]];
}
