// Which endpoints a model may call, and why one cannot be called as a tool.
import type { Contract, ContractContent, ContractEndpoint } from "bough/contract";

/** The choice of endpoints. */
export interface Exposure {
  /** The names of resources and endpoints: `users`, `orders.list`; `""` is everything. */
  readonly expose: readonly string[];
  /** Whether the resources expose their writes too. */
  readonly writes: boolean;
}

/** A fault of an exposure: the endpoint or the name, what is wrong, and what to do. */
export type ExposureFault = readonly [target: string, fault: string, remedy: string];

/** The name of an endpoint: `users.user.find`. */
export function dottedName({ name }: ContractEndpoint): string {
  return name.join(".");
}

export function isRead({ method }: Pick<ContractEndpoint, "method">): boolean {
  return method === "GET" || method === "QUERY";
}

/** The chosen endpoints, in the order of declaration: reads below resources, and whatever is named itself. */
export function exposedBy(
  { endpoints }: Contract,
  { expose, writes }: Exposure,
): ContractEndpoint[] {
  const named = new Set(expose);
  return endpoints.filter((endpoint) => {
    const name = dottedName(endpoint);
    const isBelow = [...named].some((one) => one === "" || name.startsWith(`${one}.`));
    return named.has(name) || (isBelow && (writes || isRead(endpoint)));
  });
}

/** Finds what cannot be exposed. */
export function exposureFaults(contract: Contract, { expose }: Exposure): ExposureFault[] {
  const names = contract.endpoints.map(dottedName);
  return expose
    .filter((one) => one !== "" && !names.some((name) => `${name}.`.startsWith(`${one}.`)))
    .map((one) => [
      one,
      "is neither a resource nor an endpoint of the API",
      "expose one of its own",
    ]);
}

/** Why an endpoint cannot be called as a tool; `undefined` if it can. */
export function uncarried(
  endpoint: ContractEndpoint,
  contract: Contract,
): ExposureFault | undefined {
  const fault = (text: string, remedy: string): ExposureFault => [
    `${endpoint.method} ${endpoint.template}`,
    text,
    `${remedy}, or do not expose ${dottedName(endpoint)}`,
  ];
  const { request, cookies = [], headers = [], security } = endpoint;
  if (request !== undefined && request.optional !== true && !request.content.some(isCarried)) {
    const kinds = request.content.map(({ mediaType }) => mediaType).join(", ");
    return fault(`reads ${kinds}, which a tool cannot send`, "add a JSON body");
  }
  const cookie = cookies.find(({ required }) => required);
  if (cookie !== undefined) {
    return fault(`needs the cookie "${cookie.name}", and tools send none`, "make it optional");
  }
  const header = headers.find(({ name, required }) => required && isKept(name));
  if (header !== undefined) {
    return fault(`needs the header "${header.name}", which tools cannot set`, "make it optional");
  }
  const isPassed = (alternative: object): boolean =>
    Object.keys(alternative).every((name) => {
      const { type, in: place } = contract.components.security[name] ?? { type: "none" };
      return type === "apiKey" ? place === "header" : type !== "mutualTLS";
    });
  return security === undefined || security.some(isPassed)
    ? undefined
    : fault("needs a credential that is in no header", "accept one in a header too");
}

/** Whether a tool never sets a header, which belongs to the connection or to the caller. */
export function isKept(name: string): boolean {
  return /^(?:authorization|proxy-.*|cookie|host|origin|connection|content-.*|transfer-encoding|mcp-.*)$/i.test(
    name,
  );
}

/** Whether a tool can send a body. */
export function isCarried(content: ContractContent): boolean {
  return isJson(content) || content.kind === "text" || content.kind === "form";
}

export function isJson({ kind, mediaType }: ContractContent): boolean {
  return (kind === "negotiated" || kind === "codec") && isJsonType(mediaType);
}

export function isJsonType(mediaType: string): boolean {
  return /^application\/(?:[\w.!#$&^-]+\+)?json\b/i.test(mediaType);
}
