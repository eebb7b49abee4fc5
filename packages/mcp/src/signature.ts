// The signature of an endpoint on one line: `users.user(id).find(): User | user-not-found`.
import type { Contract, ContractContent, ContractEndpoint } from "bough/contract";
import type { JsonSchema } from "bough/types";
import { isJson } from "./exposed.ts";
import { placesOf } from "./tool-schemas.ts";

const MOST_PARAMETERS = 6;

/** The signature of an endpoint. `(id)` is the id of the name before it; another name is that of the id. */
export function signatureOf(endpoint: ContractEndpoint, contract: Contract): string {
  const { name, failures = [], responses = [], request } = endpoint;
  const { ids, parameters, headers, body } = placesOf(endpoint, contract);
  const required = parameters.filter((one) => one.required);
  const shown = [...required, ...parameters.filter((one) => !one.required)].slice(
    0,
    MOST_PARAMETERS,
  );
  const options = [
    ...shown.map((one) => `${one.name}${one.required ? "" : "?"}`),
    ...(shown.length < parameters.length ? ["…"] : []),
    ...headers.filter((one) => one.required).map((one) => one.name),
  ];
  const given = [
    ...(options.length === 0 ? [] : [`{ ${options.join(", ")} }`]),
    ...(body === undefined ? [] : [`${typeOf([body])}${request?.optional === true ? "?" : ""}`]),
  ];
  const results = new Set([
    ...(responses.length === 0 ? ["void"] : responses.map(({ content }) => typeOf(content))),
    ...failures.map((failure) => failure.name),
  ]);
  return `${pathText(
    name,
    ids.map((id) => id.name),
  )}(${given.join(", ")}): ${[...results].join(" | ")}`;
}

// A dynamic resource has the name of its id, or the beginning of it. The resource before the endpoint has the others.
function pathText(name: readonly string[], ids: readonly string[]): string {
  const left = [...ids];
  const last = Math.max(0, name.length - 2);
  const shown = name.map((step, at) => {
    const own = left.findIndex((id) => at <= last && id.startsWith(step));
    const [id] = own < 0 ? [] : left.splice(own, 1);
    return id === undefined ? [] : [id === step ? "id" : id];
  });
  shown[last]?.push(...left);
  return name
    .map((step, at) => step + (shown[at]?.length ? `(${shown[at].join(", ")})` : ""))
    .join(".");
}

function typeOf(content: readonly ContractContent[]): string {
  const [first] = content;
  if (first === undefined) {
    return "void";
  }
  const { kind, mediaType, item, schema } = content.find(isJson) ?? first;
  return kind === "json-lines" || kind === "events"
    ? `${schemaName(item)}[]`
    : kind === "negotiated" || kind === "codec"
      ? schemaName(schema)
      : kind === "text"
        ? "string"
        : kind === "form" || kind === "multipart"
          ? kind
          : mediaType;
}

function schemaName(schema: JsonSchema | undefined = {}): string {
  const { $ref, type, items, title } = schema;
  const [, name] = /\/([^/]+)$/.exec(typeof $ref === "string" ? $ref : "") ?? [];
  if (name !== undefined) {
    return decodeURIComponent(name);
  }
  if (typeof title === "string" && /^\w{1,40}$/.test(title)) {
    return title;
  }
  return type === "array"
    ? `${schemaName(Object(items))}[]`
    : typeof type === "string"
      ? type
      : "unknown";
}
