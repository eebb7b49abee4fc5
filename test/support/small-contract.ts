// Contracts of one endpoint, for comparisons.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractParameter,
} from "bough/contract";

type Schema = ContractContent["schema"];

/** What a contract of one endpoint says beside its address. */
export interface Small extends Partial<Omit<ContractEndpoint, "deprecated">> {
  readonly deprecated?: unknown;
  readonly schemas?: Contract["components"]["schemas"];
  readonly schemes?: Contract["components"]["security"];
  readonly server?: Pick<Contract, "basePath" | "limits">;
}

/** A contract with the endpoint POST /things. */
export function small({ schemas = {}, schemes = {}, server = {}, ...endpoint }: Small): Contract {
  const address = { key: "POST /things", name: ["things"], method: "POST", template: "/things" };
  return {
    format: 1,
    ...server,
    // The seam: a comparison reads more than this version of the type says.
    endpoints: [{ ...address, ...endpoint } as ContractEndpoint],
    components: { schemas, security: schemes },
  };
}

/** A contract without endpoints. */
export function empty(): Contract {
  return { format: 1, endpoints: [], components: { schemas: {}, security: {} } };
}

/** A representation in JSON. */
export function json(schema: Schema): ContractContent {
  return { kind: "negotiated", mediaType: "application/json", ...(schema && { schema }) };
}

/** An endpoint that reads JSON. */
export function reading(schema: Schema, more: Small = {}): Contract {
  return small({ ...more, request: { content: [json(schema)] } });
}

/** An endpoint that responds with JSON. */
export function sending(schema: Schema, more: Small = {}): Contract {
  return small({ ...more, responses: [{ status: 200, content: [json(schema)] }] });
}

/** A query parameter. */
export function parameter(
  name: string,
  type = "string",
  more: Partial<ContractParameter> = {},
): ContractParameter {
  return { name, required: true, type, schema: {}, ...more };
}

/** An object with these properties, of which some are required. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
  more: object = {},
): NonNullable<Schema> {
  return { type: "object", properties, ...(required.length > 0 && { required }), ...more };
}
