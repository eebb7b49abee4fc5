// Makes the contract of trees or of a server.
import { endpointKey } from "../declare/tree/endpoint-key.ts";
import type { ServedData, Serving } from "../declare/served.ts";
import { isEndpoint } from "../declare/tree/nodes.ts";
import type { ExtractedSchemas } from "../shared/schema/extracted-schemas.ts";
import type { Contract, ContractResource } from "./contract.ts";
import {
  nodesOf,
  servedBy,
  servedTrees,
  type ContractSource,
  type LabelledNode,
} from "./contract-source.ts";
import { describeEndpoint } from "./describe-endpoint.ts";
import { finite, jsonMembers } from "./json-members.ts";
import { SchemaComponents } from "./schema-components.ts";
import { SecurityComponents } from "../facts/security/contract.ts";

/** The options of `contractOf`. */
export interface ContractOptions {
  /** The schemas file that `bough schemas` writes. By default the option `schemas` of a server. */
  readonly schemas?: ExtractedSchemas;
  /** The server of the trees, for the contract of a part of its API: its base path, codecs, limits and schemas are added. */
  readonly server?: Serving;
  /** Gets a sentence for each schema that has no JSON Schema, with its endpoint. */
  readonly onWarning?: (warning: string) => void;
}

const NO_SERVER: Pick<ServedData, "mediaTypes" | "routed"> = {
  mediaTypes: ["application/json"],
  routed: () => undefined,
};

/**
 * Returns an API as plain JSON: `contractOf(api)`, `contractOf({ v1, v2 })` or `contractOf(server)`. A server adds its
 * base path, codecs, limits, `schemas` and the schemas of `route`. Throws a `DeclarationError` for a faulty tree.
 *
 * @example
 * writeFileSync("contract.json", JSON.stringify(contractOf(api)));
 */
export function contractOf(source: ContractSource, options: ContractOptions = {}): Contract {
  const { server, onWarning = () => undefined } = options;
  const known = servedBy(server);
  const { nodes, served } = nodesOf(known ? servedTrees(source, known) : source, "contractOf");
  const { schemas = (served ?? known)?.schemas } = options;
  const components = new SchemaComponents(schemas?.components);
  const schemes = new SecurityComponents();
  const { mediaTypes, routed } = served ?? NO_SERVER;
  const endpoints = nodes.flatMap(({ name, node }) => {
    if (!isEndpoint(node)) {
      return [];
    }
    const key = endpointKey(node);
    return describeEndpoint(node, {
      key,
      name,
      mediaTypes,
      components,
      schemes,
      routed: routed(node),
      extracted: schemas?.endpoints[key],
      warn: (message) => onWarning(`${node.method} ${node.template}: ${message}`),
    });
  });
  const resources = nodes.flatMap(describeResource);
  const limits = served && finite(served.limits);
  return {
    format: 1,
    ...(served?.basePath ? { basePath: served.basePath } : {}),
    ...(limits === undefined ? {} : { limits }),
    ...(resources.length === 0 ? {} : { resources }),
    endpoints,
    components: { schemas: components.schemas, security: schemes.schemes },
  };
}

function describeResource({ name, node }: LabelledNode): ContractResource[] {
  if (isEndpoint(node)) {
    return [];
  }
  const { data, template } = node["~resource"];
  const prose = jsonMembers(data.description ?? {});
  return Object.keys(prose).length === 0 ? [] : [{ name, template, ...prose }];
}
