// The problems that a server answers with: those of declared failures and of Bough's own rejections.
import type { ContractFailure, ContractRejection } from "bough/contract";
import type { JsonSchema } from "bough/types";
import type { OpenApiContent } from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";

const PROBLEM_MEDIA_TYPE = "application/problem+json";
const OWN = "urn:bough:";

const text: JsonSchema = { type: "string" };
const uri: JsonSchema = { type: "string", format: "uri-reference" };

/** Any problem (RFC 9457 3). */
export function anyProblem(document: DocumentParts): OpenApiContent {
  const schema = document.component("Problem", {
    type: "object",
    description: "Problem details (RFC 9457)",
    properties: {
      type: uri,
      title: text,
      status: { type: "integer" },
      detail: text,
      instance: uri,
    },
    required: ["type", "title", "status"],
  });
  return { [PROBLEM_MEDIA_TYPE]: { schema } };
}

export function rejectionProblem(
  { status, type }: ContractRejection,
  document: DocumentParts,
): OpenApiContent {
  const members: Members = status === 400 ? { errors: { type: "array", items: ISSUE } } : {};
  const schema = problem({ type, status, members });
  return {
    [PROBLEM_MEDIA_TYPE]: {
      schema: document.component(`${pascal(type.slice(OWN.length))}Rejection`, schema),
    },
  };
}

type Members = Readonly<Record<string, JsonSchema>>;

const ISSUE: JsonSchema = {
  type: "object",
  properties: {
    in: { type: "string", enum: ["path", "query", "header", "cookie", "body"] },
    name: { type: "string", description: "The name of the parameter or header" },
    pointer: { type: "string", description: "The place in the body (RFC 6901)" },
    message: text,
  },
  required: ["in", "message"],
};

/** The problem of a named failure, with the members of its data. */
export function failureProblem(failure: ContractFailure, document: DocumentParts): OpenApiContent {
  const { name, status, type = "about:blank", content, description } = failure;
  const data = content[0]?.schema ?? {};
  const { properties, required, ...rest } = document.resolved(data);
  // Only a plain object can be merged. A closed one would refuse the members of the problem.
  const merges = Object.keys(rest).every((keyword) => MERGED.has(keyword));
  const own = problem({
    type,
    status,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON Schema has schemas here
    members: merges ? (properties as Members | undefined) : {},
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON Schema has names here
    required: merges ? (required as readonly string[] | undefined) : [],
    description,
  });
  const schema = document.component(
    `${pascal(name)}Problem`,
    merges ? own : { allOf: [own, data] },
  );
  return { [PROBLEM_MEDIA_TYPE]: { schema } };
}

const MERGED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "additionalProperties",
  "description",
  "title",
  "type",
]);

interface ProblemParts {
  readonly type: string;
  readonly status: number | string;
  readonly members?: Members | undefined;
  readonly required?: readonly string[] | undefined;
  readonly description?: string | undefined;
}

function problem({ type, status, members, required = [], description }: ProblemParts): JsonSchema {
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties: {
      type: { type: "string", const: type },
      title: text,
      status: typeof status === "number" ? { type: "integer", const: status } : { type: "integer" },
      detail: text,
      instance: uri,
      ...members,
    },
    required: ["type", "title", "status", ...required],
  };
}

/** `user-not-found` becomes `UserNotFound`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
