// A contract as a client without Bough: its types, and a function of plain `fetch` for each endpoint.
import type { Contract, ContractContent, ContractEndpoint, ContractFailure } from "bough/contract";
import { dataText } from "../print/data-text.ts";
import { endpointComment } from "../print/endpoint-text.ts";
import { Identifiers } from "../print/identifiers.ts";
import { call, group, noted, object, print, type Doc } from "../print/layout.ts";
import { typeDeclarations } from "../print/type-declarations.ts";
import { inParentheses, typeText, unionOf, type TypeContext } from "../print/type-text.ts";
import { Uses } from "../print/uses.ts";
import { commentOf, quoted } from "../source-text.ts";
import { pascalCase } from "../words.ts";
import { kindOf, stylesOf } from "./operation-data.ts";
import { memberText, parametersText, sentText } from "./sent-text.ts";

/** Returns the text of the client. `runtime` has the functions that all endpoints share. */
export function clientText(contract: Contract, runtime: string, title: string): string {
  const { schemas } = contract.components;
  const identifiers = new Identifiers([...USED.split(" "), ...declaredIn(runtime)]);
  const context: TypeContext = {
    identifiers: new Map(
      Object.keys(schemas).map((name) => [name, identifiers.free(pascalCase(name))]),
    ),
    schemas,
    uses: new Uses(),
    docs: true,
    tags: false,
    readonly: true,
  };
  const types = [...typeDeclarations(schemas, context).values()].map(({ text }) => text);
  const functions = contract.endpoints.map((endpoint) => {
    const name = pascalCase(endpoint.name.join(" "));
    const free = identifiers.free(name.charAt(0).toLowerCase() + name.slice(1));
    return functionText(free, endpoint, { ...context, basePath: contract.basePath ?? "" });
  });
  const head = `// A client of ${title.replaceAll(/\s+/g, " ")}, written by \`bough eject\`. It imports nothing, and is yours to edit.\n`;
  return [head, runtime, ...types, ...functions].join("\n");
}

/** The globals that the client uses, so that nothing of an API gets their names. */
const USED =
  "Array ArrayBuffer Blob BlobPart BodyInit Date Error FormData Headers JSON Object Promise Readonly ReadableStream Record Reflect Request RequestInit Response Set String Uint8Array encodeURIComponent fetch undefined";

function declaredIn(runtime: string): readonly string[] {
  const declared = /^(?:export )?(?:async )?(?:class|const|function|interface|type) (\w+)/gm;
  return [...runtime.matchAll(declared)].map(([, name = ""]) => name);
}

interface FunctionContext extends TypeContext {
  readonly basePath: string;
}

function functionText(name: string, endpoint: ContractEndpoint, context: FunctionContext): string {
  const { method, template } = endpoint;
  const operation = {
    method,
    path: `${context.basePath}${template}`,
    styles: stylesOf(endpoint.query),
    sends: endpoint.request && kindsOf(endpoint.request.content),
    fields: stylesOf(endpoint.request?.content.find(({ parts }) => parts)?.parts),
    receives: successesOf(endpoint).map(({ status, content }) => [status, kindsOf(content)]),
    failures: endpoint.failures?.map((failure) => failureData(failure, endpoint)),
  };
  const about = endpointComment(endpoint, true);
  const comment = [
    ...commentOf(`\`${method} ${operation.path}\``),
    ...(about.length === 0 ? [] : ["", ...about]),
  ];
  const input = ["input: ", inputText(endpoint, context), isInputNeeded(endpoint) ? "" : " = {}"];
  const results = group("Promise<", [unionOf(resultsText(endpoint, context))], ">", "");
  // Without the properties that are undefined.
  const data: unknown = JSON.parse(JSON.stringify(operation));
  const body = call("call", "api", dataText(data), "input", "init");
  const text = `export function ${name}(
  api: Api,
  ${print(input, 2)},
  init?: RequestInit,
): ${print(results, 0, "): ".length)} {
  return ${print(body, 2, "  return ".length)};
}
`;
  return print(noted(comment, text));
}

function isInputNeeded({ path, query, headers, cookies, request }: ContractEndpoint): boolean {
  const given = [query, headers, cookies].flatMap((all = []) => all);
  const hasBody = request !== undefined && request.optional !== true;
  return path !== undefined || hasBody || given.some(({ required }) => required);
}

/** The type of the input; a body with several representations is a union. */
function inputText(endpoint: ContractEndpoint, context: TypeContext): Doc {
  const { path, query, headers, cookies, request } = endpoint;
  const groups = Object.entries({ ids: path, query, headers, cookies });
  const members = groups.flatMap(([name, all]) => {
    const isNeeded = name === "ids" || all?.some(({ required }) => required) === true;
    return all === undefined ? [] : [memberText(name, isNeeded, parametersText(all, context))];
  });
  if (request === undefined) {
    return object(members, ";");
  }
  const body = (content: ContractContent | undefined): Doc =>
    memberText(
      "body",
      request.optional !== true,
      content === undefined ? "unknown" : sentText(content, context),
    );
  const [first, more] = request.content;
  if (more === undefined) {
    return object([...members, body(first)], ";");
  }
  const bodies = request.content.map((content, at) => {
    const [type = ""] = content.mediaType.split(";");
    return object([memberText("mediaType", at > 0, quoted(type)), body(content)], ";");
  });
  return [object(members, ";"), " & ", inParentheses(unionOf(bodies))];
}

function receivedText(content: ContractContent, context: TypeContext): Doc {
  const kind = kindOf(content);
  if (kind === "json") {
    return typeText(content.schema, context);
  }
  if (kind === "text") {
    return "string";
  }
  return kind === "bytes" ? "Uint8Array" : "ReadableStream<Uint8Array>";
}

function bodyText(content: readonly ContractContent[], context: TypeContext): Doc {
  return content.length === 0
    ? "undefined"
    : unionOf(content.map((one) => receivedText(one, context)));
}

function resultsText(endpoint: ContractEndpoint, context: TypeContext): readonly Doc[] {
  const successes = successesOf(endpoint).map(({ status, content }) => [
    `Success<${statusText(status)}, `,
    bodyText(content, context),
    ">",
  ]);
  const failures = (endpoint.failures ?? []).map((failure) => [
    `Failure<${quoted(failure.name)}, ${statusText(failure.status)}, `,
    failureText(failure, endpoint, context),
    ">",
  ]);
  return [...successes, ...failures];
}

/** An endpoint without a declared response sends a 204. */
function successesOf({ responses }: ContractEndpoint): NonNullable<ContractEndpoint["responses"]> {
  return responses ?? [{ status: 204, content: [] }];
}

function statusText(status: number | string): string {
  return typeof status === "number" ? String(status) : "number";
}

function failureText(
  { type, code, content }: ContractFailure,
  { rejections = [] }: ContractEndpoint,
  context: TypeContext,
): Doc {
  if (code !== undefined) {
    return bodyText(rejections, context);
  }
  const body = bodyText(content, context);
  if (type === undefined) {
    return body;
  }
  return content.length === 0 || body === "unknown"
    ? "Problem"
    : ["Problem & ", inParentheses(body)];
}

/** How a failure differs from others with the same status, and how its body is read. */
function failureData(
  failure: ContractFailure,
  { errors, rejections = [] }: ContractEndpoint,
): object {
  const { name, status, type, code, content } = failure;
  if (code !== undefined) {
    return { name, status, code, at: errors?.code, content: kindsOf(rejections) };
  }
  if (type === undefined) {
    return { name, status, content: kindsOf(content) };
  }
  return { name, status, code: type, at: "type", content: { "application/problem+json": "json" } };
}

function kindsOf(content: readonly ContractContent[]): Record<string, string> {
  return Object.fromEntries(
    content.flatMap((one) =>
      [one.mediaType, ...(one.also ?? [])].map((type) => [type.toLowerCase(), kindOf(one)]),
    ),
  );
}
