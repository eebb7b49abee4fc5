// The endpoints of a contract as values of Bough, so that `verify` judges them before they are printed. Nothing of
// the document runs.
import * as bough from "bough";
import * as existing from "bough/existing";
import type { Codec } from "bough";
import type {
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractParameter,
  ContractPart,
  ContractType,
} from "bough/contract";
import { isChanged } from "./print/endpoint-text.ts";
import { isEmptyIfAbsent } from "./print/parameter-text.ts";
import { treeOf, type TreeEndpoint, type TreeResource } from "./print/resource-tree.ts";

/** A value of Bough, whose static type is not known. */
interface Made {
  readonly optional: () => Made;
  readonly default: (value: unknown) => Made;
  readonly list: (bounds: object) => Made;
  readonly parameters: (parameters: object) => Made;
  readonly headers: (headers: object) => Made;
  readonly cookies: (cookies: object) => Made;
  readonly request: (body: unknown, options: object) => Made;
  readonly response: (body: unknown, options: object) => Made;
  readonly idempotent: (options: object) => Made;
  readonly paged: (options: object) => Made;
  readonly conditional: (options: object) => Made;
  readonly failure: (...failures: readonly unknown[]) => Made;
  readonly body: (body: unknown) => Made;
}

type Declaring = typeof bough & typeof existing;
type Untyped = { readonly [Name in keyof Declaring]: (...given: readonly unknown[]) => Made };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a contract has no static types, and `verify` finds at run time what they would
const make = { ...bough, ...existing } as unknown as Untyped;

/** Throws a `DeclarationError` for faults of these endpoints. `root` is the segment of the root. */
export function verifyEndpoints(endpoints: readonly ContractEndpoint[], root?: string): void {
  const children = childrenOf(treeOf(endpoints, root));
  // All endpoints have the same error format.
  const [{ errors, rejections = [] } = {}] = endpoints;
  const options = errors && { errors: make.errorFormat(bodyOf(rejections), errors) };
  const given = [root, options, children].filter((one) => one !== undefined);
  make.verify(make.rootResource(...given));
}

function childrenOf({ endpoints, resources }: TreeResource): object {
  return Object.fromEntries([
    ...endpoints.map((one) => [one.name, endpointOf(one)] as const),
    ...[...resources.values()].map((one) => [one.name, resourceOf(one)] as const),
  ]);
}

function resourceOf(node: TreeResource): unknown {
  const { segment, id } = node;
  const options = node.trailingSlash === undefined ? {} : { trailingSlash: node.trailingSlash };
  if (segment === undefined || segment.kind === "static") {
    return make.staticResource(segment?.text ?? "", options, childrenOf(node));
  }
  const { name, prefix, suffix } = segment;
  const affixes = { ...(prefix !== "" && { prefix }), ...(suffix !== "" && { suffix }) };
  const type = id === undefined ? make.string() : typeOf(id);
  return make.dynamicResource(name, { type, ...affixes, ...options }, childrenOf(node));
}

const VERBS = new Map([
  ["GET", make.get],
  ["HEAD", make.head],
  ["POST", make.post],
  ["PUT", make.put],
  ["PATCH", make.patch],
  ["DELETE", make.del],
  ["QUERY", make.query],
]);

function endpointOf({ endpoint, subpath }: TreeEndpoint): Made {
  const { method, query, headers, cookies, request, responses = [], failures = [] } = endpoint;
  const { idempotent, paged, conditional } = endpoint;
  const own = failures.filter((failed) => !isChanged(failed, conditional));
  const [changed] = failures.filter((failed) => isChanged(failed, conditional));
  const verb = VERBS.get(method) ?? make.get;
  const given = request?.optional === true ? { optional: true } : {};
  const calls = [
    (made: Made) => (query === undefined ? made : made.parameters(parametersOf(query))),
    (made: Made) => (headers === undefined ? made : made.headers(parametersOf(headers))),
    (made: Made) => (cookies === undefined ? made : made.cookies(parametersOf(cookies))),
    (made: Made) => (request === undefined ? made : made.request(bodyOf(request.content), given)),
    ...responses.map(({ status, content, headers: own }) => (made: Made) => {
      const options = own === undefined ? {} : { headers: parametersOf(own) };
      return made.response(bodyOf(content), { status, ...options });
    }),
    (made: Made) => (own.length === 0 ? made : made.failure(...own.map(failureOf))),
    (made: Made) =>
      conditional === undefined
        ? made
        : made.conditional({ ...conditional, changed: changed && failureOf(changed) }),
    (made: Made) => (idempotent === undefined ? made : made.idempotent({})),
    (made: Made) => (paged === undefined ? made : made.paged(paged)),
  ];
  return calls.reduce((made, call) => call(made), subpath === "" ? verb() : verb(subpath));
}

function failureOf({ name, status, code, content, headers }: ContractFailure): Made {
  const made = code === undefined ? make.failure(status) : make.failure(name, status, { code });
  // The data of a failure with a code has a type alone.
  const body = code === undefined ? bodyOf(content) : undefined;
  const full = content.length === 0 ? made : made.body(body);
  return headers === undefined ? full : full.headers(parametersOf(headers));
}

function parametersOf(parameters: readonly ContractParameter[]): object {
  return Object.fromEntries(parameters.map((one) => [one.name, parameterOf(one)]));
}

function parameterOf(parameter: ContractParameter): unknown {
  const { default: fallback, required } = parameter;
  const type = typeOf(parameter);
  if (fallback !== undefined) {
    return type.default(valueOf(parameter, fallback));
  }
  return required || isEmptyIfAbsent(parameter) ? type : type.optional();
}

const TEXT: ContractType = { type: "string", schema: {} };

function typeOf(type: ContractType): Made {
  const { element = TEXT, members = [], alternatives = [], values = [], style, min, max } = type;
  const options = style === undefined ? {} : { style };
  switch (type.type) {
    case "list":
      return make.list(typeOf(element), {
        style: style ?? "repeat",
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      });
    case "record":
      return make.record(typeOf(element), style === "spread" ? options : {});
    case "object":
      return make.object(parametersOf(members), style === "spread" ? options : {});
    case "either":
      return make.either(...alternatives.map(typeOf));
    case "oneOf":
      return make.oneOf(...values);
    case "parameter":
      return make.parameter({ decode: (text: string) => text, encode: String });
    case "integer":
    case "number":
    case "boolean":
    case "uuid":
    case "date":
    case "dateTime":
    case "jsonText":
      return make[type.type]();
    default:
      return make.string();
  }
}

// The contract has defaults as they are written in a request.
function valueOf(type: ContractType, text: string | readonly string[]): unknown {
  if (typeof text !== "string") {
    return text.map((one) => valueOf(type.element ?? TEXT, one));
  }
  switch (type.type) {
    case "integer":
    case "number":
      return Number(text);
    case "boolean":
      return text === "true";
    case "dateTime":
      return new Date(text);
    case "jsonText":
      return JSON.parse(text) as unknown;
    case "oneOf":
      return (type.values ?? []).find((one) => String(one) === text) ?? text;
    default:
      return text;
  }
}

const UNWRITTEN: Codec = {
  mediaType: "application/octet-stream",
  encode: () => new Uint8Array(),
  decode: () => undefined,
};

function bodyOf(content: readonly ContractContent[]): unknown {
  const [only, ...more] = content.map(representationOf);
  return only === undefined
    ? bough.noBody
    : more.length === 0
      ? only
      : make.oneOfBodies(only, ...more);
}

function representationOf({ kind, mediaType, parts = [], opaque }: ContractContent): unknown {
  const given = mediaType === "*/*" ? [] : [mediaType];
  switch (kind) {
    case "negotiated":
      return make.json();
    case "text":
      return make.plainText({ mediaType });
    case "form":
    case "multipart":
      return make[kind](Object.fromEntries(parts.map((one) => [one.name, partOf(one)])));
    case "bytes":
    case "stream":
      return make[kind](...given);
    case "events":
      return make.events();
    case "json-lines":
      return make.jsonLines();
    default:
      return opaque === true
        ? make.body({ ...UNWRITTEN, mediaType })
        : make.json(make.type(), { mediaType });
  }
}

function partOf(part: ContractPart): unknown {
  if ("content" in part) {
    const made = make.part(bodyOf(part.content));
    const bounds = Object.fromEntries(
      Object.entries({ min: part.min, max: part.max }).filter(([, one]) => one !== undefined),
    );
    return part.list === true
      ? made.list(bounds)
      : part.required
        ? bodyOf(part.content)
        : made.optional();
  }
  if ("list" in part) {
    const { mediaTypes } = part;
    const made = make.file(...(mediaTypes === undefined ? [] : [{ mediaTypes }]));
    return part.list ? made.list({}) : part.required ? made : made.optional();
  }
  return parameterOf(part);
}
