// The request of a tool call: the arguments of a model, written as the contract says.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractParameter,
  ContractType,
} from "bough/contract";
import { fieldsOf, isRecord } from "./record.ts";
import { isJson } from "./exposed.ts";
import { encodePath, entityTag, isWellFormed, pointerStep } from "./http-text.ts";
import { placesOf } from "./tool-schemas.ts";

/** A request without the server that it goes to. */
export interface ToolRequest {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What is wrong with an argument, by its JSON Pointer. */
export interface ArgumentIssue {
  readonly pointer: string;
  readonly message: string;
}

type Report = (pointer: string, message: string) => void;

/** The request, or all that is wrong with the arguments. Their values are for the server to check. */
export function toolRequest(
  endpoint: ContractEndpoint,
  contract: Contract,
  given: Readonly<Record<string, unknown>>,
): ToolRequest | readonly ArgumentIssue[] {
  const issues: ArgumentIssue[] = [];
  const report: Report = (pointer, message) => void issues.push({ pointer, message });
  const places = placesOf(endpoint, contract);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(places, name)) {
      report(
        pointerStep(name),
        "is not an argument: the arguments are ids, parameters, headers, body",
      );
    }
  }
  const ids = valuesIn("ids", given, places.ids, report);
  const parameters = valuesIn("parameters", given, places.parameters, report);
  const headers = valuesIn("headers", given, places.headers, report);
  const written = new Headers({ accept: ACCEPT });
  for (const [{ name }, value] of headers) {
    const text = [value].flat().map(textOf).join(", ");
    if (/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text)) {
      written.set(name, text);
    } else {
      report(
        `/headers${pointerStep(name)}`,
        "must not have line ends or characters beyond Latin-1",
      );
    }
  }
  if (endpoint.idempotent !== undefined && !written.has("idempotency-key")) {
    written.set("idempotency-key", crypto.randomUUID());
  }
  const seen = written.get("if-match");
  if (endpoint.conditional !== undefined && seen !== null && !/^\*$|"/.test(seen)) {
    // A model knows the version as the body has it.
    written.set("if-match", entityTag(seen));
  }
  const path = pathOf(endpoint, new Map(ids.map(([type, value]) => [type.name, value])), report);
  const query = encoded("/parameters", report, () =>
    queryOf(parameters.flatMap(([type, value]) => pairsOf(type.name, value, type))),
  );
  const body = bodyOf(endpoint, places.body, given["body"], report);
  if (body !== undefined) {
    written.set("content-type", places.body?.mediaType ?? "application/json");
  }
  return issues.length > 0
    ? issues
    : {
        method: endpoint.method,
        target: `${contract.basePath ?? ""}${path}${query === "" ? "" : `?${query}`}`,
        headers: Object.fromEntries(written),
        body,
      };
}

// JSON first, because a model reads it.
const ACCEPT = "application/json, */*;q=0.8";

// The values of one place by their types. A model writes `null` for what it leaves out.
function valuesIn(
  place: string,
  given: Readonly<Record<string, unknown>>,
  types: readonly ContractParameter[],
  report: Report,
): [ContractParameter, unknown][] {
  const values = given[place] ?? {};
  if (!isRecord(values)) {
    report(`/${place}`, "must be an object of values by name");
    return [];
  }
  const nameOf = (name: string): string => (place === "headers" ? name.toLowerCase() : name);
  const known = new Set(types.map(({ name }) => nameOf(name)));
  const byName = new Map(Object.entries(values).map(([name, value]) => [nameOf(name), value]));
  for (const name of byName.keys()) {
    if (!known.has(name)) {
      const names = types.map((type) => type.name).join(", ");
      report(`/${place}${pointerStep(name)}`, `is not declared: ${names || "there are none"}`);
    }
  }
  return types.flatMap((type): [ContractParameter, unknown][] => {
    const value = byName.get(nameOf(type.name)) ?? undefined;
    if (value === undefined && (type.required || place === "ids")) {
      report(`/${place}${pointerStep(type.name)}`, "is missing");
    }
    return value === undefined ? [] : [[type, value]];
  });
}

function pathOf(
  { template, path = [] }: ContractEndpoint,
  ids: ReadonlyMap<string, unknown>,
  report: Report,
): string {
  const kinds = new Map(path.map(({ name, type }) => [name, type]));
  return template
    .split(/\{([^{}*]+)\*?\}/)
    .map((text, at) => (at % 2 === 0 ? encodePath(text) : idText(text)))
    .join("");

  function idText(name: string): string {
    const value = ids.get(name);
    if (value === undefined) {
      return "";
    }
    const texts = Array.isArray(value) ? value.map(textOf) : [textOf(value)];
    // An id of several segments may be written as a path.
    const segments =
      kinds.get(name) === "segments" ? texts.flatMap((one) => one.split("/")) : texts;
    const wrong = segments.find((one) => /^\.{0,2}$/.test(one) || !isWellFormed(one));
    if (wrong !== undefined || (segments.length > 1 && kinds.get(name) !== "segments")) {
      report(`/ids${pointerStep(name)}`, `must not be ${JSON.stringify(wrong ?? value)}`);
      return "";
    }
    return segments.map(encodeURIComponent).join("/");
  }
}

function queryOf(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, text]) => `${encodeURIComponent(name)}=${text}`).join("&");
}

/** The names and encoded texts of a query parameter. */
function pairsOf(name: string, value: unknown, type: ContractType): [string, string][] {
  const { element = type, members = [], style = "", alternatives = [] } = type;
  const below = (key: string): string => (style === "spread" ? key : `${name}[${key}]`);
  switch (type.type) {
    case "list": {
      const list = [value].flat();
      const delimiter = DELIMITERS.get(style);
      return delimiter !== undefined
        ? list.length === 0
          ? []
          : [[name, list.map((one) => encodeURIComponent(textOf(one))).join(delimiter)]]
        : list.flatMap((one, at) =>
            pairsOf(
              style === "brackets" ? `${name}[]` : style === "indexed" ? `${name}[${at}]` : name,
              one,
              element,
            ),
          );
    }
    case "object":
      return members.flatMap((member) => {
        const inner = fieldsOf(value)[member.name] ?? undefined;
        return inner === undefined ? [] : pairsOf(below(member.name), inner, member);
      });
    case "record":
      return Object.entries(fieldsOf(value)).flatMap(([key, inner]) =>
        pairsOf(below(key), inner, element),
      );
    case "either": {
      const wanted = Array.isArray(value)
        ? /^list$/
        : isRecord(value)
          ? /^(?:object|record)$/
          : /^(?!list|object|record)/;
      const found = alternatives.find((one) => wanted.test(one.type));
      return pairsOf(name, value, found ?? { type: "string", schema: {} });
    }
    default:
      return [
        [
          name,
          encodeURIComponent(type.type === "jsonText" ? JSON.stringify(value) : textOf(value)),
        ],
      ];
  }
}

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ["comma", ","],
  ["space", "%20"],
  ["pipe", "%7C"],
]);

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function bodyOf(
  { request }: ContractEndpoint,
  content: ContractContent | undefined,
  value: unknown,
  report: Report,
): string | undefined {
  if (content === undefined || value === undefined) {
    if (content !== undefined && request?.optional !== true) {
      report("/body", "is missing");
    } else if (value !== undefined) {
      report("/body", "is not declared");
    }
    return undefined;
  }
  if (isJson(content)) {
    return JSON.stringify(value);
  }
  if (content.kind === "text") {
    return textOf(value);
  }
  if (!isRecord(value)) {
    report("/body", "must be an object of fields by name");
    return undefined;
  }
  const { parts = [] } = content;
  const pairs = (): [string, string][] =>
    parts.flatMap((part) => {
      const field = value[part.name] ?? undefined;
      return "schema" in part && field !== undefined ? pairsOf(part.name, field, part) : [];
    });
  return encoded("/body", report, () => queryOf(pairs()));
}

// Text with half a surrogate pair cannot be percent-encoded.
function encoded(pointer: string, report: Report, write: () => string): string {
  try {
    return write();
  } catch {
    report(pointer, "must not have half a surrogate pair");
    return "";
  }
}
