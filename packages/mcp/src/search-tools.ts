// Tools for an API with many endpoints: a model searches them, reads the schemas of a few, and calls one.
import type { Contract, ContractEndpoint } from "bough/contract";
import { fieldsOf } from "./record.ts";
import type { JsonSchema } from "bough/types";
import type { CallAnswer } from "./call-endpoint.ts";
import { dottedName, isRead } from "./exposed.ts";
import { modelText } from "./model-text.ts";
import { MOST_WORDS, SearchIndex } from "./search-index.ts";
import { signatureOf } from "./signature.ts";
import { textResult, valueResult } from "./tool-result.ts";
import { descriptionOf, type CallEndpoint, type Tool } from "./tool.ts";
import { DIALECT, inputSchemaOf, outputSchemaOf } from "./tool-schemas.ts";

const MOST_FOUND = 20;
const MOST_DESCRIBED = 10;
/** The characters of all schemas of a description. */
const LONGEST = 6_000;

/** The tools `search`, `describe`, `read` and, if writes are exposed, `write`. */
export function searchTools<Context>(
  endpoints: readonly ContractEndpoint[],
  contract: Contract,
  call: CallEndpoint<Context>,
): Tool<Context>[] {
  const index = new SearchIndex(endpoints);
  const byName = new Map(endpoints.map((endpoint) => [dottedName(endpoint), endpoint]));
  const found: Find = (name) => byName.get(plainName(name));
  const caller = (reads: boolean): Tool<Context> => ({
    ...(reads ? READ : WRITE),
    call: ({ endpoint: name, ...given }, context) => {
      const endpoint = found(name);
      return endpoint === undefined
        ? failed("/endpoint", `no endpoint is called ${JSON.stringify(name)}: use search`)
        : isRead(endpoint) === reads
          ? call(endpoint, given, context)
          : failed(
              "/endpoint",
              `${dottedName(endpoint)} is ${endpoint.method}: use ${reads ? "write" : "read"}`,
            );
    },
  });
  return [
    {
      ...SEARCH,
      call: ({ words }) =>
        typeof words === "string"
          ? { result: textResult(listed(index.search(words), contract)) }
          : failed("/words", "must be a string"),
    },
    {
      ...DESCRIBE,
      call: ({ endpoints: names }) =>
        Array.isArray(names) && names.length > 0
          ? describedAll(names.slice(0, MOST_DESCRIBED), found, contract)
          : failed("/endpoints", "must be a list of names"),
    },
    caller(true),
    ...(endpoints.every(isRead) ? [] : [caller(false)]),
  ];
}

type Find = (name: unknown) => ContractEndpoint | undefined;

const record = (description: string): JsonSchema => ({ type: "object", description });
const CALL = {
  endpoint: { type: "string", description: "the name without parentheses: users.user.find" },
  ids: record("the ids of the path by name"),
  parameters: record("query parameters"),
  headers: record("declared headers"),
  body: { description: "the request body" },
};

const SEARCH = tool("search", true, {
  description: `Finds endpoints of the API by words of their names, texts and paths. Returns at most ${MOST_FOUND} signatures, the best first. users.user(id).find() takes ids: { user }; any other name in parentheses is that of the id itself.`,
  properties: {
    words: { type: "string", description: `at most ${MOST_WORDS}, such as: list open issues` },
  },
});
const DESCRIBE = tool("describe", true, {
  description: `Describes endpoints: texts and the JSON Schemas of arguments and results. At most ${MOST_DESCRIBED} at once.`,
  properties: {
    endpoints: {
      type: "array",
      items: { type: "string" },
      description: "such as: users.user.find",
    },
  },
});
const READ = tool("read", true, {
  description: "Calls an endpoint that only reads: GET or QUERY.",
  properties: CALL,
});
const WRITE = tool("write", false, {
  description: "Calls an endpoint that changes something.",
  properties: CALL,
});

function tool(
  name: string,
  reads: boolean,
  {
    description,
    properties,
  }: { readonly description: string; readonly properties: Readonly<Record<string, JsonSchema>> },
): Omit<Tool<never>, "call"> {
  const [first = ""] = Object.keys(properties);
  return {
    name,
    description,
    inputSchema: {
      $schema: DIALECT,
      type: "object",
      properties,
      required: [first],
      additionalProperties: false,
    },
    annotations: {
      title: undefined,
      readOnlyHint: reads,
      destructiveHint: !reads,
      idempotentHint: reads,
    },
    mirrored: [],
  };
}

function failed(pointer: string, message: string): CallAnswer {
  const errors = [{ pointer, message }];
  return { result: valueResult({ title: "Bad Request", status: 400, errors }, true) };
}

// A model may copy a signature.
function plainName(name: unknown): string {
  return (typeof name === "string" ? name : "")
    .replace(/\([^()]*\)/g, "")
    .replace(/:.*$/s, "")
    .trim();
}

function listed(endpoints: readonly ContractEndpoint[], contract: Contract): string {
  const lines = endpoints.slice(0, MOST_FOUND).map((endpoint) => {
    const { summary, description } = endpoint;
    const text = modelText(summary ?? description ?? "", 80);
    return `${signatureOf(endpoint, contract)}${text === "" ? "" : `  // ${text}`}`;
  });
  const more = endpoints.length - lines.length;
  return lines.length === 0
    ? "no endpoint has one of these words: try others"
    : [...lines, ...(more > 0 ? [`${more} more: use more words`] : [])].join("\n");
}

function describedAll(names: readonly unknown[], found: Find, contract: Contract): CallAnswer {
  const known = names.map((name) => ({ name, endpoint: found(name) }));
  const unknown = known.filter(({ endpoint }) => endpoint === undefined);
  if (unknown.length > 0) {
    const list = unknown.map(({ name }) => JSON.stringify(name)).join(", ");
    return failed("/endpoints", `no endpoint is called ${list}: use search`);
  }
  const endpoints = known.flatMap(({ endpoint }) => endpoint ?? []);
  const budget = Math.floor(LONGEST / (endpoints.length * 2));
  return {
    result: valueResult({ endpoints: endpoints.map((one) => described(one, contract, budget)) }),
  };
}

function described(endpoint: ContractEndpoint, contract: Contract, budget: number): object {
  const output = outputSchemaOf(endpoint, contract);
  return {
    endpoint: dottedName(endpoint),
    request: `${endpoint.method} ${endpoint.template}`,
    description: descriptionOf(endpoint),
    arguments: fitting(inputSchemaOf(endpoint, contract), budget),
    result: output && fitting(output, budget),
    failures: (endpoint.failures ?? []).map(({ name, status, title }) => ({
      name,
      status,
      title: modelText(title),
    })),
  };
}

// As much of a schema as fits: what is long has its properties with their types, or is not in `$defs`.
function fitting({ $schema: _, $defs, ...root }: JsonSchema, most: number): JsonSchema {
  const shown = new Map<string, JsonSchema>();
  let left = most;
  for (const [name, schema] of [["", root], ...Object.entries(fieldsOf($defs))] as const) {
    const whole = fieldsOf(schema);
    const form = [whole, outlineOf(whole)].find((one) => JSON.stringify(one).length <= left);
    if (form !== undefined) {
      shown.set(name, form);
      left -= JSON.stringify(form).length;
    }
  }
  const { "": own = { $comment: LEFT_OUT }, ...defs } = Object.fromEntries(shown);
  return Object.keys(fieldsOf($defs)).length === 0 ? own : { ...own, $defs: defs };
}

const LEFT_OUT = "left out, because it is long: call the endpoint to see";

function outlineOf({ type, properties, items, $ref }: JsonSchema): JsonSchema {
  const kindOf = (schema: unknown): unknown =>
    fieldsOf(schema)["$ref"] ?? fieldsOf(schema)["type"] ?? "any";
  const kinds = Object.entries(fieldsOf(properties)).map(([name, one]) => [name, kindOf(one)]);
  return {
    type,
    $ref,
    items: items && kindOf(items),
    properties: kinds.length === 0 ? undefined : Object.fromEntries(kinds),
  };
}
