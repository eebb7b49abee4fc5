// Every address of a declaration, compared with an expansion of its URI Template (RFC 6570) and routed back.
import type { ContractEndpoint, ContractParameter, ContractType } from "bough/contract";
import type * as Bough from "bough";
import type * as BoughContract from "bough/contract";
import { parseTemplate } from "url-template";
import { isJoined, memberNames } from "../../packages/import/src/joined-ids.ts";

/** A value as the client gives it, and as a URI Template takes it. */
export interface Sample {
  readonly value: unknown;
  readonly text: string | string[] | Record<string, string>;
}

/** `bind` and `hrefOf` for endpoints whose types are not known. */
interface Untyped {
  readonly bind: (endpoint: unknown, ids: object) => unknown;
  readonly hrefOf: (endpoint: unknown, options: { readonly parameters: object }) => string;
}

/** How many addresses were compared, and which differ. */
export interface Compared {
  readonly compared: number;
  readonly problems: readonly string[];
}

/** Compares the addresses of all endpoints. */
export function addressProblems(
  bough: typeof Bough & typeof BoughContract,
  api: Bough.AnyResource,
  endpoints: readonly ContractEndpoint[],
): Compared {
  const placed = new Map(
    bough.endpointsOf(api).map((one) => [`${one.method} ${one.template}`, one]),
  );
  const problems: string[] = [];
  if (placed.size !== endpoints.length) {
    problems.push(`${placed.size} endpoints are declared instead of ${endpoints.length}`);
  }
  for (const endpoint of endpoints) {
    const found = placed.get(`${endpoint.method} ${endpoint.template}`);
    const problem =
      found === undefined
        ? `${endpoint.method} ${endpoint.template} is not declared`
        : problemOf(bough, { api, placed: found, endpoint });
    if (problem !== undefined) problems.push(problem);
  }
  return { compared: endpoints.length, problems };
}

function problemOf(
  bough: typeof Bough & typeof BoughContract,
  {
    api,
    placed,
    endpoint,
  }: {
    readonly api: Bough.AnyResource;
    readonly placed: Bough.AnyEndpoint;
    readonly endpoint: ContractEndpoint;
  },
): string | undefined {
  const ids = samplesOf(endpoint.path ?? []);
  const query = samplesOf((endpoint.query ?? []).filter((one) => one.required || isPlain(one)));
  const own = `${endpoint.method} ${endpoint.template}`;
  let href: string;
  try {
    // The types of a tree that is only known at run time tell nothing.
    const { bind, hrefOf } = bough as unknown as Untyped;
    href = hrefOf(bind(placed, valuesOf(ids)), { parameters: valuesOf(query) });
  } catch (error) {
    return `${own}: ${String(error)}`;
  }
  const expected = expansionOf(endpoint, ids, query);
  // A URI Template has no brackets, pipes or spaces between elements.
  const compared = (endpoint.query ?? []).every((one) => !one.required || isPlain(one))
    ? href
    : href.split("?")[0];
  // In a query, "+" and "%20" are both a space, and "*" needs no escape (URL Standard 5.2).
  const written = compared?.replaceAll("+", "%20").replaceAll("*", "%2A");
  if (written !== (compared === href ? expected : expected.split("?")[0])) {
    return `${own}: ${href} instead of ${expected}`;
  }
  const back = bough.endpointAt(api, endpoint.method, href);
  return back?.endpoint === placed
    ? undefined
    : `${own}: ${href} leads to ${back?.endpoint.template}`;
}

function expansionOf(
  { template, query = [] }: ContractEndpoint,
  ids: ReadonlyMap<string, Sample>,
  samples: ReadonlyMap<string, Sample>,
): string {
  // Names of ids are free, and a variable of a URI Template is not.
  const names = [...ids.keys()];
  const path = template.replaceAll(
    /\{([^{}]*)\}/g,
    (_, name: string) => `{id${names.indexOf(name)}}`,
  );
  const plain = query.filter((one) => samples.has(one.name) && isPlain(one));
  const list = plain.map(
    (one, index) => `q${index}${one.style === "repeat" || one.style === "spread" ? "*" : ""}`,
  );
  const values: Record<string, Sample["text"]> = Object.fromEntries([
    ...[...ids.values()].map(({ text }, index) => [`id${index}`, text] as const),
    ...plain.map((one, index) => [`q${index}`, samples.get(one.name)?.text ?? ""] as const),
  ]);
  const expanded = parseTemplate(
    `${path}${list.length === 0 ? "" : `{?${list.join(",")}}`}`,
  ).expand(values);
  return expanded.replaceAll(/([?&])q(\d+)=/g, (_, mark: string, index: string) => {
    const name = plain[Number(index)]?.name ?? "";
    return `${mark}${encodeURIComponent(name).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}=`;
  });
}

function isPlain({ type, style, element, members = [], alternatives = [] }: ContractType): boolean {
  if (type === "list")
    return (style === "repeat" || style === "comma") && element !== undefined && isPlain(element);
  // An exploded value of a URI Template has no lists.
  if (style === "spread") {
    return [...members, ...(element === undefined ? [] : [element])].every(
      (one) => isPlain(one) && one.type !== "list",
    );
  }
  return type !== "object" && type !== "record" && alternatives.every(isPlain);
}

/** A value of each parameter. */
export function samplesOf(parameters: readonly ContractParameter[]): ReadonlyMap<string, Sample> {
  return new Map(parameters.map((one) => [one.name, sampleOf(one)]));
}

/** The values by name. */
export function valuesOf(samples: ReadonlyMap<string, Sample>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...samples].map(([name, { value }]) => [name, value]));
}

function sampleOf(type: ContractType): Sample {
  const fixed = SAMPLES.get(type.type);
  if (fixed !== undefined) return fixed;
  switch (type.type) {
    case "oneOf":
      return plainSample(type.values?.find((value) => value !== "") ?? "");
    case "either":
      return sampleOf(type.alternatives?.[0] ?? TEXT);
    case "list": {
      const { value, text } = sampleOf(type.element ?? TEXT);
      return { value: [value, value], text: [textOf(text), textOf(text)] };
    }
    case "record": {
      const { value, text } = sampleOf(type.element ?? TEXT);
      return { value: { [KEY]: value }, text: { [KEY]: textOf(text) } };
    }
    case "object": {
      // An object without members is not written.
      const { members: all = [] } = type;
      const required = all.filter((one) => one.required && one.type !== "object");
      const members = required.length > 0 ? all.filter((one) => one.required) : all;
      const samples = samplesOf(members);
      const texts = [...samples].map(([name, { text }]) => [name, textOf(text)] as const);
      return { value: valuesOf(samples), text: Object.fromEntries(texts) };
    }
    case "parameter":
      return ownSample(type);
    default:
      return plainSample("a b/é");
  }
}

// A name that no parameter has.
const KEY = "any name";
const TEXT: ContractType = { type: "string", schema: {} };

function textOf(text: Sample["text"]): string {
  return typeof text === "string" ? text : JSON.stringify(text);
}

function plainSample(value: string | number): Sample {
  return { value, text: String(value) };
}

// Several ids in one segment, or a list with commas.
function ownSample(type: ContractType): Sample {
  if (!isJoined(type)) return { value: ["a", "b"], text: ["a", "b"] };
  const { joined } = type;
  const values = memberNames(joined).map((name, index) => [name, `a${index}`] as const);
  const text = values.map(([, value], index) => value + (joined.between[index] ?? "")).join("");
  return { value: Object.fromEntries(values), text };
}

const SAMPLES: ReadonlyMap<string, Sample> = new Map([
  ["integer", plainSample(7)],
  ["number", plainSample(1.5)],
  ["boolean", { value: true, text: "true" }],
  ["uuid", plainSample("0b9e7e3c-58a5-4c1c-9d6f-2f4c8f0f8a11")],
  ["date", plainSample("2026-01-31")],
  ["dateTime", { value: new Date("2026-01-31T12:00:00.000Z"), text: "2026-01-31T12:00:00.000Z" }],
  ["jsonText", { value: {}, text: "{}" }],
]);
