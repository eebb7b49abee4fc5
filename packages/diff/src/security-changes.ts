// The changes of the credentials that an endpoint needs. A scheme is known by its name: two schemes of one kind may ask
// for different credentials.
import { fieldsOf, isRecord } from "./record.ts";
import type { Contract, ContractEndpoint, ContractSecurityScheme } from "bough/contract";
import type { Findings } from "./findings.ts";
import { isEqual } from "./json-value.ts";

/** One scheme of an alternative. */
interface Needed {
  readonly name: string;
  /** The name of the same scheme in the first contract. */
  readonly known: string;
  readonly scheme: unknown;
  readonly scopes: readonly string[];
}

/** Schemes that are needed together. */
type Alternative = readonly Needed[];

type Schemes = Contract["components"]["security"];

/** An endpoint, and the schemes of its contract. */
export interface Secured {
  readonly endpoint: ContractEndpoint;
  readonly schemes: Schemes;
  /** Names of the first contract by those of the second, for schemes that are renamed. */
  readonly renamed?: Renamed;
}

type Renamed = ReadonlyMap<string, string>;

const PLACE = "security";

/** Compares alternatives: a caller needs one of them. */
export function compareSecurity(found: Findings, before: Secured, after: Secured): void {
  const [old, young] = [alternativesOf(before), alternativesOf(after)];
  // Anybody may call where an alternative needs nothing.
  const [wasFree, isFree] = [old, young].map((list) => list.some((one) => one.length === 0));
  if (wasFree === true && isFree !== true) {
    found.add("security-added", { place: PLACE, after: young.map(textOf) });
    return;
  }
  if (isFree === true && wasFree !== true) {
    found.add("security-dropped", { place: PLACE, before: old.map(textOf) });
    return;
  }
  // Alternatives for which no old credentials suffice.
  const left = young.filter((one) => !old.some((other) => isCovered(one, other)));
  for (const one of old.filter((each) => !young.some((other) => isCovered(other, each)))) {
    // The alternative that it has become, if one scheme or scope is new.
    const index = left.findIndex((other) => sharesScheme(one, other));
    const [other] = index < 0 ? [] : left.splice(index, 1);
    if (other === undefined) {
      found.add("security-alternative-removed", {
        place: PLACE,
        name: textOf(one),
        before: textOf(one),
      });
    } else {
      compareAlternative(found, one, other);
    }
  }
  for (const one of left) {
    const name = textOf(one);
    found.add("security-alternative-added", { place: PLACE, name, after: name });
  }
  compareLoosened(found, old, young);
}

// Scopes and schemes that are not needed any more.
function compareLoosened(
  found: Findings,
  old: readonly Alternative[],
  young: readonly Alternative[],
): void {
  for (const one of old) {
    const other = young.find((each) => isCovered(each, one));
    const isKept = young.some((each) => isCovered(each, one) && isCovered(one, each));
    if (other === undefined || isKept) {
      continue;
    }
    for (const needed of one) {
      const { name, scopes } = needed;
      const same = other.find((each) => isSame(each, needed));
      if (same === undefined) {
        found.add("security-scheme-removed", { place: PLACE, name, before: name });
      }
      for (const scope of same === undefined
        ? []
        : scopes.filter((each) => !same.scopes.includes(each))) {
        found.add("scope-removed", { place: PLACE, name: scope, before: scope });
      }
    }
  }
}

function compareAlternative(found: Findings, one: Alternative, other: Alternative): void {
  for (const { name, known, scheme, scopes } of other) {
    const same = one.find((each) => each.known === known);
    if (same === undefined || !isEqual(same.scheme, scheme)) {
      const kind = same === undefined ? "security-scheme-added" : "security-scheme-changed";
      found.add(kind, { place: PLACE, name, before: same?.scheme, after: scheme });
    }
    for (const scope of same === undefined
      ? []
      : scopes.filter((each) => !same.scopes.includes(each))) {
      found.add("scope-added", { place: PLACE, name: scope, after: scope });
    }
  }
}

/** Compares the schemes of both contracts; returns those that only have another name. */
export function compareSchemes(found: Findings, before: Contract, after: Contract): Renamed {
  const [old, young] = [before.components.security, after.components.security];
  const come = usedIn(after).filter((name) => !Object.hasOwn(old, name));
  const renamed = new Map<string, string>();
  for (const known of usedIn(before).filter((name) => !Object.hasOwn(young, name))) {
    const name = come.find(
      (each) => !renamed.has(each) && isEqual(promiseIn(old, known), promiseIn(young, each)),
    );
    if (name !== undefined) {
      renamed.set(name, known);
      const place = `security scheme ${known}`;
      found.add("security-scheme-renamed", { place, before: known, after: name });
    }
  }
  for (const [name, scheme] of Object.entries(old)) {
    const other = Object.hasOwn(young, name) ? young[name] : undefined;
    const isSameKind = other !== undefined && isEqual(promiseOf(scheme), promiseOf(other));
    if (isSameKind && !isEqual(urlsOf(scheme), urlsOf(other))) {
      found.add("oauth-url-changed", {
        place: `security scheme ${name}`,
        name,
        before: urlsOf(scheme),
        after: urlsOf(other),
      });
    }
  }
  return renamed;
}

function usedIn({ endpoints }: Contract): readonly string[] {
  return [...new Set(endpoints.flatMap(({ security = [] }) => security.flatMap(Object.keys)))];
}

// An endpoint without security is open to all.
function alternativesOf({
  endpoint: { security },
  schemes,
  renamed,
}: Secured): readonly Alternative[] {
  return (security === undefined || security.length === 0 ? [{}] : security).map((one) =>
    Object.entries(one).map(([name, scopes]) => ({
      name,
      known: renamed?.get(name) ?? name,
      scheme: promiseIn(schemes, name),
      scopes: scopes.toSorted(),
    })),
  );
}

function promiseIn(schemes: Schemes, name: string): unknown {
  return promiseOf(Object.hasOwn(schemes, name) ? (schemes[name] ?? {}) : {});
}

// Descriptions, formats of tokens, URLs and the texts of scopes are for people and for tokens of tomorrow.
function promiseOf(scheme: ContractSecurityScheme | object): unknown {
  const {
    description: _,
    bearerFormat: __,
    openIdConnectUrl: ___,
    flows,
    scheme: name,
    ...members
  } = fieldsOf(scheme);
  return {
    ...members,
    ...(typeof name === "string" ? { scheme: name.toLowerCase() } : {}),
    ...(isRecord(flows) ? { flows: Object.keys(flows).toSorted() } : {}),
  };
}

function urlsOf(scheme: ContractSecurityScheme): unknown {
  const { openIdConnectUrl, flows } = scheme;
  const given = isRecord(flows) ? Object.entries(flows) : [];
  return {
    ...(typeof openIdConnectUrl === "string" ? { openIdConnectUrl } : {}),
    ...Object.fromEntries(
      given.flatMap(([name, flow]) => {
        const { scopes: _, ...urls } = fieldsOf(flow);
        return Object.keys(urls).length === 0 ? [] : [[name, urls]];
      }),
    ),
  };
}

/** Whether the credentials for the second alternative suffice for the first. */
function isCovered(needed: Alternative, given: Alternative): boolean {
  return needed.every((one) =>
    given.some(
      (each) => isSame(each, one) && one.scopes.every((scope) => each.scopes.includes(scope)),
    ),
  );
}

function isSame(one: Needed, other: Needed): boolean {
  return one.known === other.known && isEqual(one.scheme, other.scheme);
}

function sharesScheme(one: Alternative, other: Alternative): boolean {
  return one.some(({ known }) => other.some((each) => each.known === known));
}

function textOf(alternative: Alternative): string {
  const texts = alternative.map(({ name, scopes }) =>
    scopes.length === 0 ? name : `${name} with ${scopes.join(", ")}`,
  );
  return texts.length === 0 ? "nobody" : texts.join(" and ");
}
