// The changes of one endpoint that both contracts have.
import type {
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractParameter,
  ContractResponse,
} from "bough/contract";
import { compareContents } from "./content-changes.ts";
import type { Direction } from "./direction.ts";
import { compareDeprecation } from "./deprecation-changes.ts";
import type { Findings } from "./findings.ts";
import { compareIdempotency } from "./idempotency-changes.ts";
import type { Kind } from "./kinds.ts";
import { compareConditional } from "./conditional-changes.ts";
import { comparePaging } from "./paging-changes.ts";
import { compareParameters, compareResponseHeaders, withoutMoved } from "./parameter-changes.ts";

/** An endpoint before and after. */
export interface EndpointPair {
  readonly before: ContractEndpoint;
  readonly after: ContractEndpoint;
}

/** Both directions of two contracts. */
export interface Directions {
  readonly request: Direction;
  readonly response: Direction;
}

/** What an endpoint says once, beside its request and its responses: a row for each fact. */
const FACTS: readonly ((found: Findings, pair: EndpointPair) => void)[] = [
  compareName,
  compareDeprecation,
  compareStability,
  compareIdempotency,
  comparePaging,
  compareConditional,
];

/** Compares everything but security and the error format. */
export function compareEndpoints(
  found: Findings,
  directions: Directions,
  pair: EndpointPair,
): void {
  for (const compare of FACTS) {
    compare(found, pair);
  }
  compareLimits(found, pair.before.limits, pair.after.limits);
  compareRequestParameters(found, directions, pair);
  compareRequest(found, directions, pair);
  compareResponses(found, directions, pair);
  compareFailures(found, directions, pair);
}

// One root has no name, and several have: only the end counts.
function compareName(found: Findings, { before, after }: EndpointPair): void {
  const [old, young] = [before.name, after.name];
  const length = Math.min(old.length, young.length);
  if (length > 0 && old.slice(-length).join("\n") !== young.slice(-length).join("\n")) {
    const [from, to] = [old.join("."), young.join(".")];
    found.add("endpoint-renamed", { place: "name", before: from, after: to });
  }
}

function compareStability(found: Findings, { before, after }: EndpointPair): void {
  if (before.stability !== after.stability) {
    const kind: Kind = after.stability === undefined ? "stability-gained" : "stability-lost";
    found.add(kind, { place: "stability" });
  }
}

/** Compares limits by name. A limit that is off is absent. */
export function compareLimits(
  found: Findings,
  before: ContractEndpoint["limits"] = {},
  after: ContractEndpoint["limits"] = {},
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, young] = [before, after].map((limits) => limits[name] ?? Infinity);
    if (old !== undefined && young !== undefined && old !== young) {
      const shown = (limit: number): number | string => (limit === Infinity ? "none" : limit);
      found.add(young < old ? "limit-lowered" : "limit-raised", {
        place: `limit ${name}`,
        name,
        before: shown(old),
        after: shown(young),
      });
    }
  }
}

function compareRequestParameters(
  found: Findings,
  { request }: Directions,
  { before, after }: EndpointPair,
): void {
  const ids = before.path ?? [];
  for (const [index, { name }] of ids.entries()) {
    const other = after.path?.[index]?.name;
    if (other !== undefined && other !== name) {
      found.add("id-renamed", { place: `id ${name}`, before: name, after: other });
    }
  }
  // The names of ids are free, and their order is that of the path.
  const renamed = after.path?.map((one, index): ContractParameter => ({
    ...one,
    name: ids[index]?.name ?? one.name,
  }));
  compareParameters(found, request, { place: "id", before: ids, after: renamed });
  const lists = [
    { place: "query", before: before.query, after: after.query },
    { place: "header", before: before.headers, after: after.headers },
    { place: "cookie", before: before.cookies, after: after.cookies },
  ];
  for (const list of withoutMoved(found, lists)) {
    compareParameters(found, request, list);
  }
}

function compareRequest(
  found: Findings,
  { request }: Directions,
  { before, after }: EndpointPair,
): void {
  const place = "request body";
  const [one, other] = [before.request, after.request];
  if (one === undefined || other === undefined) {
    const change = one === undefined ? "added" : "removed";
    const given = one ?? other;
    if (given !== undefined) {
      found.add(`request-body-${given.optional === true ? "optional-" : ""}${change}`, { place });
    }
    return;
  }
  if (one.optional !== other.optional) {
    const isOptional = other.optional === true;
    found.add(isOptional ? "request-body-now-optional" : "request-body-now-required", { place });
  }
  compareContents(found, request, { place, before: one.content, after: other.content });
}

// An endpoint without a declared success responds 204.
function successesOf({ responses = [] }: ContractEndpoint): readonly ContractResponse[] {
  return responses.length === 0 ? [{ status: 204, content: [] }] : responses;
}

function compareResponses(
  found: Findings,
  { response }: Directions,
  { before, after }: EndpointPair,
): void {
  const [old, young] = [successesOf(before), successesOf(after)];
  const [gone, come] = [
    old.filter((one) => !young.some(({ status }) => status === one.status)),
    young.filter((one) => !old.some(({ status }) => status === one.status)),
  ];
  const pairs = old.flatMap((one) => {
    const other = young.find(({ status }) => status === one.status);
    return other === undefined ? [] : [{ one, other }];
  });
  const [lost, more] = [gone.slice(), come.slice()];
  for (const one of gone) {
    const other = more.find(
      ({ status }) => covers(status, one.status) || covers(one.status, status),
    );
    if (other !== undefined) {
      pairs.push({ one, other });
      lost.splice(lost.indexOf(one), 1);
      more.splice(more.indexOf(other), 1);
      const kind: Kind = covers(other.status, one.status)
        ? "response-status-added"
        : "response-status-removed";
      const status = kind === "response-status-added" ? other.status : one.status;
      found.add(kind, { place: `response ${one.status}`, name: String(status) });
    }
  }
  if (lost.length > 0 && more.length > 0) {
    const [from, to] = [lost, more].map((list) => list.map(({ status }) => status).join(", "));
    found.add("response-status-changed", { place: `response ${from}`, before: from, after: to });
  } else {
    for (const { status } of lost) {
      found.add("response-status-removed", { place: `response ${status}`, name: String(status) });
    }
    for (const { status } of more) {
      found.add("response-status-added", { place: `response ${status}`, name: String(status) });
    }
  }
  for (const { one, other } of pairs) {
    compareOne(found, response, { place: `response ${one.status}`, before: one, after: other });
  }
}

function covers(range: number | string, status: number | string): boolean {
  return range === "2XX" && typeof status === "number" && status >= 200 && status < 300;
}

interface ResponseLike {
  readonly headers?: readonly ContractParameter[];
  readonly cookies?: readonly ContractParameter[];
  readonly content: readonly ContractContent[];
}

function compareOne(
  found: Findings,
  response: Direction,
  {
    place,
    before,
    after,
  }: { readonly place: string; readonly before: ResponseLike; readonly after: ResponseLike },
): void {
  for (const part of ["headers", "cookies"] as const) {
    compareResponseHeaders(found, response, {
      place: `${place}, ${part.slice(0, -1)}`,
      before: before[part],
      after: after[part],
    });
  }
  compareContents(found, response, { place, before: before.content, after: after.content });
}

// A client tells failures apart by their problem type, else by their code, else by their status.
function identityOf({ type, code, status }: ContractFailure): string {
  return type ?? (code === undefined ? `status ${status}` : `code ${code}`);
}

function compareFailures(found: Findings, { response }: Directions, pair: EndpointPair): void {
  const [old, young] = [[...(pair.before.failures ?? [])], [...(pair.after.failures ?? [])]];
  const same = [
    (one: ContractFailure, other: ContractFailure): boolean =>
      identityOf(one) === identityOf(other) && one.status === other.status,
    (one: ContractFailure, other: ContractFailure): boolean =>
      identityOf(one) === identityOf(other),
    (one: ContractFailure, other: ContractFailure): boolean => one.name === other.name,
  ];
  for (const isSame of same) {
    for (const before of old.slice()) {
      const after = young.find((one) => isSame(before, one));
      if (after !== undefined) {
        old.splice(old.indexOf(before), 1);
        young.splice(young.indexOf(after), 1);
        compareFailure(found, response, { before, after });
      }
    }
  }
  for (const [kind, list] of [
    ["failure-removed", old],
    ["failure-added", young],
  ] as const) {
    for (const one of list) {
      found.add(kind, {
        place: `failure ${one.status}`,
        name: nameOf(one),
        after: identityOf(one),
      });
    }
  }
}

function nameOf({ name, status }: ContractFailure): string {
  return name === "" ? String(status) : name;
}

function compareFailure(
  found: Findings,
  response: Direction,
  { before, after }: { readonly before: ContractFailure; readonly after: ContractFailure },
): void {
  const place = `failure ${before.status}`;
  const name = nameOf(before);
  if (before.status !== after.status) {
    found.add("failure-status-changed", {
      place,
      name,
      before: before.status,
      after: after.status,
    });
  }
  const [old, young] = [before, after].map(({ type, code }) => type ?? code ?? null);
  if (old !== young) {
    found.add("failure-type-changed", { place, name, before: old, after: young });
  }
  compareOne(found, response, { place, before, after });
}
