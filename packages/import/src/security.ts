// Security schemes and requirements.
import type { ContractSecurity, ContractSecurityScheme } from "bough/contract";
import { elementsOf, entriesOf, member, step, textOf, textsOf } from "./json.ts";
import { Unresolved } from "./open-document.ts";
import type { Reading } from "./parameter-type.ts";
import type { Place } from "./report.ts";

/** A scheme with the name that Bough has for it. */
export interface NamedScheme {
  readonly name: string;
  readonly scheme: ContractSecurityScheme;
}

/** The schemes by the names of the document. */
export type Schemes = ReadonlyMap<string, NamedScheme>;

export function readSchemes({ document, report }: Reading): Schemes {
  const schemes = new Map<string, NamedScheme>();
  const declared = member(member(document.root, "components"), "securitySchemes");
  for (const [given, value] of entriesOf(declared)) {
    const pointer = `/components/securitySchemes${step(given)}`;
    const found = document.follow({ value, pointer });
    const scheme = found instanceof Unresolved ? undefined : schemeOf(found.value);
    if (scheme === undefined) {
      const reason = found instanceof Unresolved ? found.reason : "its type or a URL is missing";
      report.changed({ pointer }, "document", `${reason}; the security scheme is left out`);
      continue;
    }
    if (scheme.type === "http" && member(value, "type") === "oauth2") {
      report.changed(
        { pointer },
        "document",
        "no flow has all its URLs; declared as a bearer token",
      );
    }
    const taken = new Set([...schemes.values()].map(({ name }) => name));
    const wished = given.replaceAll(/[^\w.-]+/g, "-");
    let name = wished === "anonymous" || wished === "" ? "scheme" : wished;
    for (let count = 2; taken.has(name); count++) {
      name = `${wished}${count}`;
    }
    schemes.set(given, { name, scheme });
  }
  return schemes;
}

function schemeOf(value: unknown): ContractSecurityScheme | undefined {
  const text = (name: string): string => textOf(member(value, name)) ?? "";
  const type = text("type");
  switch (type) {
    case "apiKey": {
      const isPlace = ["header", "query", "cookie"].includes(text("in"));
      const isKey = isPlace && /^[\w!#$%&'*+.^`|~-]+$/.test(text("name"));
      return isKey ? { type, in: text("in"), name: text("name") } : undefined;
    }
    case "http": {
      const scheme = text("scheme");
      const bearerFormat = text("bearerFormat");
      return /^[\w!#$%&'*+.^`|~-]+$/.test(scheme)
        ? { type, scheme, ...(bearerFormat === "" ? {} : { bearerFormat }) }
        : undefined;
    }
    case "oauth2": {
      const flows = entriesOf(member(value, "flows")).flatMap(([name, flow]) => {
        const read = flowOf(name, flow);
        return read === undefined ? [] : [[name, read]];
      });
      return flows.length === 0
        ? { type: "http", scheme: "bearer" }
        : { type, flows: Object.fromEntries(flows) };
    }
    case "openIdConnect": {
      const url = text("openIdConnectUrl");
      return URL.canParse(url) ? { type, openIdConnectUrl: url } : undefined;
    }
    default:
      return type === "mutualTLS" ? { type } : undefined;
  }
}

const URLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["authorizationCode", ["authorizationUrl", "tokenUrl"]],
  ["clientCredentials", ["tokenUrl"]],
  ["implicit", ["authorizationUrl"]],
  ["password", ["tokenUrl"]],
  ["deviceAuthorization", ["deviceAuthorizationUrl", "tokenUrl"]],
]);

function flowOf(name: string, flow: unknown): object | undefined {
  const required = URLS.get(name);
  const urls = [...(required ?? []), "refreshUrl"].flatMap((one) => {
    const url = textOf(member(flow, one));
    return url === undefined || !URL.canParse(url) ? [] : [[one, url] as const];
  });
  const isComplete = required?.every((one) => urls.some(([url]) => url === one)) === true;
  const scopes = entriesOf(member(flow, "scopes"))
    .filter(([scope]) => SCOPE.test(scope))
    .map(([scope, text]) => [scope, typeof text === "string" ? text : ""]);
  return isComplete
    ? { ...Object.fromEntries(urls), scopes: Object.fromEntries(scopes) }
    : undefined;
}

// RFC 6749 3.3
const SCOPE = /^[!#-[\]-~]+$/;

/** The alternatives of an operation, else of the document; `undefined` if there are none. */
export function readSecurity(
  { document, report }: Reading,
  { operation, schemes }: { readonly operation: unknown; readonly schemes: Schemes },
  place: Place,
): readonly ContractSecurity[] | undefined {
  const declared = member(operation, "security") ?? member(document.root, "security");
  if (!Array.isArray(declared)) {
    return undefined;
  }
  if (declared.length === 0) {
    return [{}];
  }
  const read = elementsOf(declared).flatMap((one) => {
    const parts = entriesOf(one).map(([given, scopes]) => {
      const known = schemes.get(given);
      if (known === undefined) {
        report.changed(place, "document", `the security scheme "${given}" is not declared`);
        return undefined;
      }
      const listed = scopesOf(known.scheme);
      const wanted = textsOf(scopes);
      const kept = wanted.filter((scope) => SCOPE.test(scope) && listed?.has(scope) !== false);
      if (kept.length < wanted.length) {
        report.changed(place, "document", `"${given}" does not list a scope that is required`);
      }
      return [known.name, kept] as const;
    });
    return parts.includes(undefined)
      ? []
      : [Object.fromEntries(parts.filter((part) => part !== undefined))];
  });
  const distinct = [...new Map(read.map((one) => [JSON.stringify(one), one])).values()];
  return distinct.length === 0 ? undefined : distinct;
}

function scopesOf(scheme: ContractSecurityScheme): ReadonlySet<string> | undefined {
  if (scheme.type !== "oauth2") {
    return undefined;
  }
  const flows = entriesOf(scheme["flows"]).map(([, flow]) => member(flow, "scopes"));
  return new Set(flows.flatMap((scopes) => entriesOf(scopes).map(([scope]) => scope)));
}
