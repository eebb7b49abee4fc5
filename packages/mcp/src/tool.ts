// One tool for each endpoint.
import type { Contract, ContractEndpoint } from "bough/contract";
import type { JsonSchema } from "bough/types";
import { dottedName, isRead, type ExposureFault } from "./exposed.ts";
import { modelText } from "./model-text.ts";
import type { CallAnswer } from "./call-endpoint.ts";
import { inputSchemaOf, mirroredIn, outputSchemaOf, type MirroredHeader } from "./tool-schemas.ts";

/** A tool: what `tools/list` shows of it, and how it is called. */
export interface Tool<Context> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly annotations: ToolAnnotations;
  /** The arguments that headers repeat. */
  readonly mirrored: readonly MirroredHeader[];
  /** The endpoint that it calls; `undefined` for a tool that calls any. */
  readonly endpoint?: ContractEndpoint;
  readonly call: (
    given: Readonly<Record<string, unknown>>,
    context: Context,
  ) => CallAnswer | Promise<CallAnswer>;
}

/** What a client may expect of a tool. */
export interface ToolAnnotations {
  readonly title: string | undefined;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint?: boolean;
}

export type CallEndpoint<Context> = (
  endpoint: ContractEndpoint,
  given: object,
  context: Context,
) => Promise<CallAnswer>;

const LONGEST_NAME = 64;

/** A tool for each endpoint, and the faults of their names and schemas. */
export function endpointTools<Context>(
  endpoints: readonly ContractEndpoint[],
  contract: Contract,
  call: CallEndpoint<Context>,
): { readonly tools: Tool<Context>[]; readonly faults: ExposureFault[] } {
  const faults: ExposureFault[] = [];
  const byName = new Map<string, Tool<Context>>();
  for (const endpoint of endpoints) {
    const refuse = (fault: string, remedy: string): void =>
      void faults.push([`${endpoint.method} ${endpoint.template}`, fault, remedy]);
    const name = endpoint.name.join("_").replace(/[^A-Za-z0-9_]/g, "_");
    const inputSchema = inputSchemaOf(endpoint, contract);
    const { mirrored, fault } = mirroredIn(inputSchema);
    const other = byName.get(name)?.endpoint;
    if (name.length > LONGEST_NAME) {
      refuse(
        `its tool ${name} has ${name.length} characters, and the most are ${LONGEST_NAME}`,
        'rename it, or choose style: "search"',
      );
    }
    if (other !== undefined) {
      refuse(
        `its tool ${name} is also that of ${other.method} ${other.template}`,
        'rename one, or choose style: "search"',
      );
    }
    if (fault !== undefined) {
      refuse(fault, "move the keyword, or remove it");
    }
    byName.set(name, {
      name,
      description: descriptionOf(endpoint),
      inputSchema,
      outputSchema: outputSchemaOf(endpoint, contract),
      annotations: annotationsOf(endpoint),
      mirrored,
      endpoint,
      call: (given, context) => call(endpoint, given, context),
    });
  }
  return { tools: [...byName.values()], faults };
}

/** The text of an endpoint for a model. */
export function descriptionOf(endpoint: ContractEndpoint): string {
  const { summary, description, method, template, deprecated, stability } = endpoint;
  const texts = [
    deprecated && "Deprecated.",
    stability && "Experimental.",
    summary ?? (description === undefined ? `${method} ${template} (${dottedName(endpoint)})` : ""),
    description,
  ];
  return modelText(texts.filter(Boolean).join(" "));
}

// RFC 9110 9.2. A POST adds; a PUT, a PATCH or a DELETE changes what is there.
function annotationsOf(endpoint: ContractEndpoint): ToolAnnotations {
  const { method, summary, description } = endpoint;
  const readOnlyHint = isRead(endpoint) || method === "HEAD" || method === "OPTIONS";
  return {
    // Without a longer text, the summary is the description.
    title: summary && (description === undefined ? undefined : modelText(summary, 100)),
    readOnlyHint,
    destructiveHint: !readOnlyHint && method !== "POST",
    idempotentHint: readOnlyHint || method === "PUT" || method === "DELETE",
  };
}
