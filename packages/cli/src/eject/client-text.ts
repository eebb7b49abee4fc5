// A contract as a client without Bough: its types, and a function of plain `fetch` for each endpoint.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractParameter,
} from "bough/contract";
import { kindOf, stylesOf } from "./operation-data.ts";
import { parametersText, sentText } from "./sent-text.ts";
import { grouped, typeText, unionText, type TypeNames } from "./type-text.ts";

/** The file: `runtime` has the functions that all endpoints share. */
export function clientText(contract: Contract, runtime: string, title: string): string {
  const taken = new Set(OWN);
  const names: TypeNames = new Map(
    Object.keys(contract.components.schemas).map((name) => [name, unique(pascal([name]), taken)]),
  );
  const types = Object.entries(contract.components.schemas).map(
    ([name, schema]) =>
      `${doc([schema["description"]])}export type ${names.get(name) ?? name} = ${typeText(schema, names)};\n`,
  );
  const functions = contract.endpoints.map((endpoint) =>
    functionText(endpoint, {
      name: unique(camel(endpoint.name), taken),
      names,
      basePath: contract.basePath ?? "",
    }),
  );
  const head = `// A client of ${title.replaceAll(/\s+/g, " ")}, written by \`bough eject\`. It imports nothing: it is yours to edit.\n`;
  return [head, runtime, ...types, ...functions].join("\n");
}

/** Names that the file has already, or that JavaScript takes. */
const OWN = [
  "Api",
  "Problem",
  "UnexpectedResponse",
  "Success",
  "Failure",
  "Kind",
  "Style",
  "Styles",
  "Content",
].concat(
  ["Operation", "Input", "Pair", "BETWEEN", "call", "read", "pairs", "written", "sent", "includes"],
  ["requestOf", "accepted", "bodyOf", "partsOf", "partOf", "pairsOf", "listPairs", "textOf"],
  ["idText", "valueAt", "Request", "Response", "Headers", "FormData", "Blob", "Date", "Record"],
  ["Promise", "Array", "Object", "String", "Error", "Uint8Array", "ReadableStream", "delete", "in"],
);

interface Place {
  readonly name: string;
  readonly names: TypeNames;
  readonly basePath: string;
}

function functionText(endpoint: ContractEndpoint, { name, names, basePath }: Place): string {
  const { method, template, summary, description, deprecated } = endpoint;
  const input = inputText(endpoint, names);
  const needed = input.some((one) => /^readonly \w+:/.test(one) || one.startsWith("("));
  const operation = {
    method,
    path: `${basePath}${template}`,
    styles: stylesOf(endpoint.query),
    sends: endpoint.request && kindsOf(endpoint.request.content),
    fields: stylesOf(endpoint.request?.content.find(({ parts }) => parts)?.parts),
    receives: successesOf(endpoint).map(({ status, content }) => [status, kindsOf(content)]),
    failures: endpoint.failures?.map((failure) => failureData(failure, endpoint)),
  };
  const note = deprecated === undefined ? undefined : "@deprecated";
  const data = JSON.stringify(operation, undefined, 2).replaceAll("\n", "\n    ");
  return `${doc([summary, description, `\`${method} ${operation.path}\``, note])}export function ${name}(
  api: Api,
  input: ${inputType(input)}${needed ? "" : " = {}"},
  init?: RequestInit,
): Promise<${unionText(resultsText(endpoint, names))}> {
  return call(
    api,
    ${data},
    input,
    init,
  );
}
`;
}

function inputType(members: readonly string[]): string {
  const [own, unions] = [
    members.filter((one) => !one.startsWith("(")),
    members.filter((one) => one.startsWith("(")),
  ];
  return [`{ ${own.join("; ")} }`, ...unions].join(" & ");
}

/** The members of the input; a body with several representations is a union. */
function inputText(endpoint: ContractEndpoint, names: TypeNames): string[] {
  const { path, query, headers, cookies, request } = endpoint;
  const groups = { ids: path, query, headers, cookies };
  const members = Object.entries(groups).flatMap(([name, group]) => {
    if (group === undefined) {
      return [];
    }
    const mark = name === "ids" || group.some(isNeeded) ? "" : "?";
    return [`readonly ${name}${mark}: ${parametersText(group, names)}`];
  });
  if (request === undefined) {
    return members;
  }
  const mark = request.optional ? "?" : "";
  const [first, ...others] = request.content;
  const body = (content: ContractContent | undefined) =>
    content === undefined ? "unknown" : sentText(content, names);
  if (others.length === 0) {
    return [...members, `readonly body${mark}: ${body(first)}`];
  }
  const bodies = request.content.map(
    (content, at) =>
      `{ readonly mediaType${at === 0 ? "?" : ""}: ${JSON.stringify(content.mediaType.split(";")[0])}; readonly body${mark}: ${body(content)} }`,
  );
  return [...members, `(${bodies.join(" | ")})`];
}

function isNeeded({ required }: ContractParameter): boolean {
  return required;
}

function receivedText(content: ContractContent, names: TypeNames): string {
  const kind = kindOf(content);
  if (kind === "json") {
    return typeText(content.schema, names);
  }
  if (kind === "text") {
    return "string";
  }
  return kind === "bytes" ? "Uint8Array" : "ReadableStream<Uint8Array>";
}

function bodyText(content: readonly ContractContent[], names: TypeNames): string {
  return content.length === 0
    ? "undefined"
    : unionText(content.map((one) => receivedText(one, names)));
}

function resultsText(endpoint: ContractEndpoint, names: TypeNames): string[] {
  const successes = successesOf(endpoint).map(
    ({ status, content }) => `Success<${statusText(status)}, ${bodyText(content, names)}>`,
  );
  const failures = (endpoint.failures ?? []).map(
    (failure) =>
      `Failure<${JSON.stringify(failure.name)}, ${statusText(failure.status)}, ${failureText(failure, endpoint, names)}>`,
  );
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
  failure: ContractFailure,
  { rejections = [] }: ContractEndpoint,
  names: TypeNames,
): string {
  const { type, code, content } = failure;
  if (code !== undefined) {
    return bodyText(rejections, names);
  }
  if (type === undefined) {
    return bodyText(content, names);
  }
  return content.length === 0 ? "Problem" : `Problem & ${grouped(bodyText(content, names))}`;
}

/** How a failure is told apart from others with its status, and how its body is read. */
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

/** A comment of documentation; nothing without a text. */
function doc(texts: readonly unknown[]): string {
  const lines = texts.filter((text) => typeof text === "string" && text !== "").join("\n\n");
  return lines === ""
    ? ""
    : `/**\n * ${lines.replaceAll("*/", "*\\/").replaceAll("\n", "\n * ")}\n */\n`;
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) {
    free = `${name}${count}`;
  }
  taken.add(free);
  return free;
}

function camel(words: readonly string[]): string {
  const name = pascal(words);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function pascal(words: readonly string[]): string {
  const name = words
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^\p{L}/u.test(name) ? name : `_${name}`;
}
