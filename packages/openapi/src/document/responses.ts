// The responses of an operation by status: successes, failures, and Bough's own rejections.
import {
  rejectionsOf,
  statusPhrase,
  type ContractEndpoint,
  type ContractFailure,
  type ContractRejection,
  type ContractResponse,
} from "bough/contract";
import type { JsonSchema } from "bough/types";
import { contentOf } from "./content.ts";
import type {
  OpenApiContent,
  OpenApiMediaType,
  OpenApiParameter,
  OpenApiResponse,
} from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";
import { factHeadersOf } from "./facts.ts";
import { headersOf, setCookieOf } from "./parameters.ts";
import { formattedFailure, formattedRejection, listedFailure } from "./error-format.ts";
import { anyProblem, failureProblem, rejectionProblem } from "./problems.ts";

/** Which of Bough's own rejections a document shows. */
export type ShownRejections = "default" | "all" | false;

/** One of the answers of a status. */
interface DocumentedResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, OpenApiParameter>>;
  readonly content: OpenApiContent;
  /** Whether the type of its problem tells it from every other response of this status. */
  readonly distinct?: boolean;
  /** The failures in the error format of the root: one, or none for a rejection. */
  readonly formatted?: readonly object[];
}

/** The responses by status; `default` is every other status. */
export function responsesOf(
  endpoint: ContractEndpoint,
  document: DocumentParts,
  rejections: ShownRejections,
): Readonly<Record<string, OpenApiResponse>> {
  const answers = new Map<string, DocumentedResponse[]>();
  const add = (status: number | string, answer: DocumentedResponse): void => {
    const key = status === "other" ? "default" : String(status);
    answers.set(key, [...(answers.get(key) ?? []), answer]);
  };
  const { responses = [], failures = [] } = endpoint;
  for (const response of responses) {
    add(response.status, successOf(response, endpoint, document));
  }
  if (responses.length === 0) {
    add(204, { description: statusPhrase(204), headers: factHeadersOf(endpoint), content: {} });
  }
  if (endpoint.conditional !== undefined && endpoint.method === "GET" && !answers.has("304")) {
    add(304, { description: statusPhrase(304), headers: factHeadersOf(endpoint), content: {} });
  }
  for (const failure of failures) {
    add(failure.status, failureOf(failure, endpoint, document));
  }
  if (rejections !== false) {
    const declared = new Set(failures.map(({ status }) => status));
    for (const row of rejectionsOf(endpoint)) {
      const { status } = row;
      if (rejections === "all" || SHOWN.has(status) || declared.has(status)) {
        add(status, rejectionOf(row, endpoint, document));
        // A reader that finds the status looks at no range.
        for (const failure of declared.has(status) ? [] : rangesAround(status, failures)) {
          add(status, failureOf(failure, endpoint, document));
        }
      }
    }
    add("default", rejectionOf(undefined, endpoint, document));
    for (const range of ["4XX", "5XX"].filter((one) => declared.has(one))) {
      add(range, rejectionOf(undefined, endpoint, document));
    }
  }
  // Numbers first, then ranges, then `default`: the order in which a reader looks.
  return Object.fromEntries(
    [...answers]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([status, all]) => [status, joined(all)]),
  );
}

// These have a response of their own; the others are shown where a failure has their status.
const SHOWN: ReadonlySet<number> = /* @__PURE__ */ new Set([400, 401, 403, 409, 412, 422, 428]);

/** The failures for ranges that contain a status. */
function rangesAround(
  status: number,
  failures: readonly ContractFailure[],
): readonly ContractFailure[] {
  const around: readonly unknown[] = [status < 500 ? "4XX" : "5XX", "other"];
  return failures.filter((failure) => around.includes(failure.status));
}

function successOf(
  { status, description, headers, cookies, content, examples }: ContractResponse,
  endpoint: ContractEndpoint,
  document: DocumentParts,
): DocumentedResponse {
  const first = endpoint.responses?.[0]?.status === status;
  return {
    description: description ?? (typeof status === "number" ? statusPhrase(status) : "Success"),
    headers: { ...headersOf(headers), ...setCookieOf(cookies), ...factHeadersOf(endpoint) },
    content: contentOf(content, {
      endpoint: `${endpoint.method} ${endpoint.template}`,
      role: `response ${status}`,
      examples: examples ?? (first ? endpoint.examples : undefined),
      document,
    }),
  };
}

function failureOf(
  failure: ContractFailure,
  endpoint: ContractEndpoint,
  document: DocumentParts,
): DocumentedResponse {
  const { name, type, code, title, description, headers, content } = failure;
  return {
    description: description ?? title,
    headers: headersOf(headers),
    content:
      code !== undefined
        ? formattedFailure(warned(failure, endpoint, document), endpoint, document)
        : type === undefined
          ? contentOf(content, {
              endpoint: `${endpoint.method} ${endpoint.template}`,
              role: `failure "${name}"`,
              document,
            })
          : failureProblem(warned(failure, endpoint, document), document),
    distinct: type !== undefined || (code !== undefined && endpoint.errors?.code !== undefined),
    ...(code === undefined ? {} : { formatted: [listedFailure(failure)] }),
  };
}

// The data of a failure that is known by its type alone.
function warned(
  failure: ContractFailure,
  { method, template }: ContractEndpoint,
  document: DocumentParts,
): ContractFailure {
  const role = `failure "${failure.name}"`;
  contentOf(failure.content, { endpoint: `${method} ${template}`, role, document });
  return failure;
}

function rejectionOf(
  row: ContractRejection | undefined,
  endpoint: ContractEndpoint,
  document: DocumentParts,
): DocumentedResponse {
  const { rejections, errors, method, template } = endpoint;
  const place = { endpoint: `${method} ${template}`, role: "rejections", document };
  const own = (): OpenApiContent =>
    row === undefined ? anyProblem(document) : rejectionProblem(row, document);
  return {
    description: row?.title ?? "Any other response",
    headers: {},
    content:
      rejections === undefined
        ? own()
        : errors === undefined
          ? contentOf(rejections, place)
          : formattedRejection(row?.status, endpoint, document),
    distinct: row !== undefined && (rejections === undefined || errors?.code !== undefined),
    ...(errors === undefined ? {} : { formatted: [] }),
  };
}

function joined(answers: readonly DocumentedResponse[]): OpenApiResponse {
  const descriptions = new Set(answers.map(({ description }) => description));
  const headers = new Map<string, OpenApiParameter>();
  const contents = new Map<string, OpenApiMediaType[]>();
  for (const answer of answers) {
    for (const [name, header] of Object.entries(answer.headers)) {
      // Another answer of this status may lack the header.
      const shared = answers.every((other) => Object.hasOwn(other.headers, name));
      headers.set(name, shared ? header : { ...header, required: false });
    }
    for (const [mediaType, content] of Object.entries(answer.content)) {
      contents.set(mediaType, [...(contents.get(mediaType) ?? []), content]);
    }
  }
  const isFormatted = answers.every(({ formatted }) => formatted !== undefined);
  const listed = answers.flatMap(({ formatted = [] }) => formatted);
  return {
    description: [...descriptions].join("\n\n"),
    ...(isFormatted && listed.length > 0 ? { "x-bough-errors": listed } : {}),
    ...(headers.size === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(contents.size === 0
      ? {}
      : {
          content: Object.fromEntries(
            [...contents].map(([mediaType, all]) => [
              mediaType,
              alternatives(
                all,
                answers.every(
                  ({ distinct, content }) =>
                    distinct === true || !Object.hasOwn(content, mediaType),
                ),
              ),
            ]),
          ),
        }),
  };
}

// Problems of one status exclude one another by the `const` of their types. A failure with a body of its own may have
// the shape of a problem.
function alternatives(all: readonly OpenApiMediaType[], exclusive: boolean): OpenApiMediaType {
  const [first = {}] = all;
  const schemas = new Map(
    all.flatMap(({ schema }): [string, JsonSchema][] =>
      schema === undefined ? [] : [[JSON.stringify(schema), schema]],
    ),
  );
  return schemas.size < 2
    ? first
    : { ...first, schema: { [exclusive ? "oneOf" : "anyOf"]: [...schemas.values()] } };
}
