// Judges a response by the contract of its endpoint.
import type {
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractParameter,
  ContractResponse,
} from "bough/contract";
import { isOf } from "../values/declared-status.ts";
import type { Schema } from "../values/keywords.ts";
import { essenceOf } from "../values/media-type.ts";
import { namesOf, valueAt } from "../values/paths.ts";
import type { Validator } from "../values/validator.ts";
import type { Severity } from "./options.ts";
import { faultOf, jsonOf } from "./body-fault.ts";
import type { SeenResponse } from "./sender.ts";

/** A rule that a response breaks. */
export interface Breach {
  readonly severity: Severity;
  readonly rule: string;
  readonly source: string;
  readonly message: string;
}

/** The part of the declaration that a response meets: `200`, `404 not-found`; `undefined` if nobody declared it. */
export interface Judged {
  readonly breaches: readonly Breach[];
  readonly met: string | undefined;
}

/** Judges the response to a valid call. */
export function judge(
  endpoint: ContractEndpoint,
  response: SeenResponse,
  validator: Validator,
): Judged {
  const { status } = response;
  const success = successOf(endpoint, status);
  if (success !== undefined) {
    const label = String(success.status);
    return { met: label, breaches: ofMessage(success, response, { endpoint, validator, label }) };
  }
  const failures = (endpoint.failures ?? []).filter((one) => isOf(one.status, status));
  if (failures.length > 0) {
    return ofFailures(failures, response, { endpoint, validator, label: "" });
  }
  if (status >= 500) {
    return undeclared(
      `the server responded ${status}${startOf(response)}`,
      "no 5xx for a valid call",
      "RFC 9110 15.6",
    );
  }
  if (status >= 400) {
    return { met: undefined, breaches: [] };
  }
  const to = response.headers.get("location");
  return undeclared(
    `the server responded ${status}${to === null ? "" : ` to ${to}`}, which ${endpoint.key} does not declare`,
    "every response is declared",
    "the declaration",
  );
}

function undeclared(message: string, rule: string, source: string): Judged {
  return { met: undefined, breaches: [{ severity: "must", rule, source, message }] };
}

/** The declared success of a status. Without a declared response, it is 204. */
function successOf(endpoint: ContractEndpoint, status: number): ContractResponse | undefined {
  const { responses = [{ status: 204, content: [] }] } = endpoint;
  return (
    responses.find((one) => one.status === status) ??
    responses.find((one) => isOf(one.status, status))
  );
}

interface Context {
  readonly endpoint: ContractEndpoint;
  readonly validator: Validator;
  readonly label: string;
}

type Message = Pick<ContractResponse, "content" | "headers">;

function ofMessage(message: Message, response: SeenResponse, context: Context): readonly Breach[] {
  return [
    ...ofHeaders(message.headers ?? [], response, context),
    ...(context.endpoint.method === "HEAD" ? [] : ofBody(message.content, response, context)),
  ];
}

/** What is wrong with declared headers. */
function ofHeaders(
  headers: readonly ContractParameter[],
  response: SeenResponse,
  { validator, endpoint }: Context,
): readonly Breach[] {
  return headers.flatMap(({ name, required, schema, type }): Breach[] => {
    const text = response.headers.get(name);
    const breach = (what: string): Breach => ({
      severity: "must",
      rule: "declared headers fit",
      source: "the declaration",
      message: `${endpoint.key} responded ${response.status}: its header ${name} ${what}`,
    });
    if (text === null) {
      return required ? [breach("is missing")] : [];
    }
    const isText = type === "list" || type === "object" || type === "record" || type === "either";
    const misfit = isText ? undefined : validator.misfitOf(schema, valueOf(text, schema));
    return misfit === undefined ? [] : [breach(`is ${JSON.stringify(text)}: ${misfit.message}`)];
  });
}

/** The JSON value of a text, by the type that its schema has. */
export function valueOf(text: string, schema: Schema): unknown {
  const type = typeof schema === "object" ? schema["type"] : undefined;
  if ((type === "integer" || type === "number") && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) {
    return Number(text);
  }
  return type === "boolean" && /^(?:true|false)$/.test(text) ? text === "true" : text;
}

function ofBody(
  contents: readonly ContractContent[],
  response: SeenResponse,
  context: Context,
): readonly Breach[] {
  const { body, headers, status } = response;
  const { endpoint } = context;
  const breach = (what: string, severity: Severity = "must"): readonly Breach[] => [
    {
      severity,
      rule: "the body of every response is declared",
      source: "the declaration",
      message: `${endpoint.key} responded ${status}: ${what}`,
    },
  ];
  if (contents.length === 0) {
    return body.length === 0
      ? []
      : breach(`a body of ${body.length} bytes, but none is declared`, "should");
  }
  const type = headers.get("content-type");
  if (type === null) {
    const isAbsent = body.length === 0 && !contents.every(isWhole);
    return isAbsent
      ? []
      : breach(body.length === 0 ? "its body is missing" : "its Content-Type is missing");
  }
  const content = contents.find((one) => isMediaType(one, type));
  if (content === undefined) {
    const declared = contents.map(({ mediaType }) => mediaType).join(", ");
    return breach(`Content-Type ${type}, but ${declared} is declared`);
  }
  const fault = faultOf(content, response, context.validator);
  return fault === undefined ? [] : breach(fault);
}

// An empty stream has no type.
function isWhole({ kind }: ContractContent): boolean {
  return kind !== "stream" && kind !== "bytes" && kind !== "events" && kind !== "json-lines";
}

function isMediaType({ mediaType, also = [] }: ContractContent, type: string): boolean {
  const given = comparable(type);
  return [mediaType, ...also].some((one) => {
    const declared = comparable(one);
    return (
      declared === "*/*" ||
      declared === given ||
      (declared.endsWith("/*") && given.startsWith(declared.slice(0, -1)))
    );
  });
}

// Media types are case-insensitive (RFC 9110 8.3.1).
function comparable(type: string): string {
  return essenceOf(type).trim().toLowerCase();
}

/**
 * Judges a failure. Several may have one status, and a rejection of the server may have it too, so a body of neither
 * form is what should not be.
 */
function ofFailures(
  failures: readonly ContractFailure[],
  response: SeenResponse,
  context: Context,
): Judged {
  const json: Readonly<Record<string, unknown>> = Object(jsonOf(response));
  const named = failures.find((one) => one.type !== undefined && one.type === json["type"]);
  const isProblem =
    comparable(response.headers.get("content-type") ?? "") === "application/problem+json";
  if (named !== undefined) {
    const content = named.content.map((one) => ({ ...one, mediaType: "application/problem+json" }));
    const declared = content.length === 0 ? [] : content;
    const body =
      context.endpoint.method === "HEAD" || declared.length === 0
        ? []
        : ofBody(declared, response, context);
    return {
      met: labelOf(named),
      breaches: [...ofHeaders(named.headers ?? [], response, context), ...body],
    };
  }
  const bare = failures.filter((one) => one.type === undefined && one.code === undefined);
  const judged = bare.map((one) => ({ one, breaches: ofMessage(one, response, context) }));
  const fitting = judged.find(({ breaches }) => breaches.length === 0);
  if (fitting !== undefined) {
    return { met: labelOf(fitting.one), breaches: [] };
  }
  const coded = failures.filter((one) => one.code !== undefined);
  if (coded.length > 0) {
    return ofCoded(coded, response, context);
  }
  const [first] = judged;
  if (first !== undefined && !isProblem && failures.length === bare.length) {
    return { met: labelOf(first.one), breaches: first.breaches };
  }
  const type = json["type"];
  const isRejection =
    isProblem &&
    (type === undefined ||
      type === "about:blank" ||
      (typeof type === "string" && type.startsWith("urn:bough:")));
  const names = failures.map(labelOf).join(", ");
  const breach: Breach = {
    severity: response.status >= 500 ? "must" : "should",
    rule: "a declared failure has its declared body",
    source: "the declaration",
    message: `${context.endpoint.key} responded ${response.status}, but not as ${names}${startOf(response)}`,
  };
  return { met: undefined, breaches: isRejection ? [] : [breach] };
}

// Failures in the error format of a root have their code at a path.
function ofCoded(
  failures: readonly ContractFailure[],
  response: SeenResponse,
  context: Context,
): Judged {
  const { errors, rejections = [] } = context.endpoint;
  const json = jsonOf(response);
  const code = errors?.code && valueAt(json, namesOf(errors.code));
  const found = failures.find((one) => errors?.code === undefined || one.code === code);
  const breaches = ofBody(rejections, response, context);
  return found === undefined
    ? { met: undefined, breaches: breaches.map((one) => ({ ...one, severity: "should" as const })) }
    : {
        met: labelOf(found),
        breaches: [...ofHeaders(found.headers ?? [], response, context), ...breaches],
      };
}

export function labelOf({ status, name }: Pick<ContractFailure, "status" | "name">): string {
  return String(status) === name ? name : `${status} ${name}`;
}

function startOf({ body }: SeenResponse): string {
  const text = new TextDecoder().decode(body.subarray(0, 200)).replaceAll(/\s+/g, " ");
  return text === "" ? "" : `: ${text}`;
}
