// Finds faults of the security that an endpoint or resource declares.
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { parametersOf } from "../../declare/parameter/parameter-make.ts";
import type { FaultPair, Faults } from "../../declare/verify/declaration-error.ts";
import { namesOf } from "../../declare/verify/parameter-faults.ts";
import { isFieldName } from "../../shared/http/header-value.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import {
  headerOf,
  isScheme,
  schemesOf,
  type AnyScheme,
  type AnySecurity,
  type ApiKeyKind,
  type SchemeKind,
} from "./declared.ts";

/** The schemes of one tree by name, each with the place that declared it first. */
export type KnownSchemes = Map<string, { readonly scheme: AnyScheme; readonly at: string }>;

/** Finds the faults of a list of alternatives. `known` gets its schemes; `at` is where the list stands. */
export function findSecurityFaults(
  security: readonly AnySecurity[],
  at: string,
  known: KnownSchemes,
  found: Faults,
): void {
  if (security.length === 0) {
    found.add("its security is empty", "use anonymous, or remove it");
  }
  for (const one of security) {
    findAlternativeFaults(one, found);
    for (const scheme of schemesOf(one)) {
      findSchemeFaults(scheme, found);
      const before = known.get(scheme.name);
      if (before === undefined) {
        known.set(scheme.name, { scheme, at });
      } else if (before.scheme["~scheme"] !== scheme["~scheme"]) {
        found.add(
          `the security scheme "${scheme.name}" differs from that of ${before.at}, which has the same name`,
          "declare it once, or rename one of the two",
        );
      }
    }
  }
}

/** Finds credentials that are declared as parameters as well. */
export function findKeyFaults(endpoint: AnyEndpoint, found: Faults): void {
  for (const scheme of (endpoint.security ?? []).flatMap(schemesOf)) {
    const { name, "~scheme": data } = scheme;
    const { kind } = data;
    const [place, key, what] =
      kind.type === "apiKey"
        ? ([kind.in, kind.key, "is the key"] as const)
        : (["header", headerOf(scheme), "has the credential"] as const);
    if (key !== undefined && isDeclared(endpoint, place, key)) {
      found.add(
        `the ${NOUNS[place]} "${key}" ${what} of the security scheme "${name}", and is declared too`,
        "remove its declaration: authenticate gets it",
      );
    }
  }
}

const NOUNS = { header: "header", query: "query parameter", cookie: "cookie" } as const;

function isDeclared(endpoint: AnyEndpoint, place: keyof typeof NOUNS, key: string): boolean {
  if (place === "header") {
    return Object.keys(endpoint.headers).some((name) => name.toLowerCase() === key.toLowerCase());
  }
  return place === "query"
    ? parametersOf(endpoint.parameters).some((one) => namesOf(one).some(({ name }) => name === key))
    : Object.hasOwn(endpoint.cookies, key);
}

function findAlternativeFaults(one: AnySecurity, found: Faults): void {
  const { "~security": kind, schemes } = fieldsOf(one);
  if (kind === "allOf") {
    if (!Array.isArray(schemes) || schemes.length < 2 || !schemes.every(isScheme)) {
      found.add("an allOf(…) has something other than two or more schemes", "pass schemes only");
    }
  } else if (kind !== "scheme" && kind !== "anonymous") {
    found.add(
      `its security has ${shown(one)}, which is not a scheme`,
      "use bearer(name), apiKey(name, …) or another scheme, allOf(…), or anonymous",
    );
  }
}

function findSchemeFaults(scheme: AnyScheme, all: Faults): void {
  const { name, required, "~scheme": data } = scheme;
  const { kind, listed, unauthorized, forbidden } = data;
  const what = `the security scheme ${shown(name)}`;
  const found = all.at(what);
  if (name === "anonymous" || typeof name !== "string" || !/^[\w.-]+$/.test(name)) {
    found.add(
      "has a name that it cannot have",
      'use letters, digits, ".", "_" and "-", and not "anonymous"',
    );
  }
  const fault = realmFault(kind, name) ?? kindFault(kind);
  if (fault !== undefined) {
    found.add(...fault);
  }
  // The scope of a challenge is a list with spaces (RFC 6749 3.3).
  const wrong = required.find((scope) => !/^[!#-[\]-~]+$/.test(scope));
  const unlisted = listed && required.find((scope) => !listed.includes(scope));
  if (wrong !== undefined) {
    found.add(
      `asks for the scope ${shown(wrong)}`,
      "use ASCII without spaces, quotes and backslashes",
    );
  } else if (unlisted !== undefined) {
    found.add(`does not list the scope "${unlisted}"`, "add it to the flow's scopes");
  }
  for (const [option, failure] of Object.entries({ unauthorized, forbidden })) {
    if (failure !== undefined && !isPlainFailure(failure)) {
      all
        .at(`the option ${option} of ${what}`)
        .add("is not a failure without data", "use failure(name, status), with one status");
    }
  }
}

// The server answers with it by itself, so nothing else can be necessary.
function isPlainFailure(given: AnyFailure): boolean {
  const { "~failure": declared, status }: Partial<AnyFailure> = given ?? {};
  return (
    declared !== undefined &&
    declared.body === undefined &&
    Object.keys(declared.headers).length === 0 &&
    typeof status === "number"
  );
}

// A quoted string of the challenge (RFC 9110 5.6.4), and ASCII for every client. The default is the name.
function realmFault(kind: SchemeKind, name: string): FaultPair | undefined {
  return !("realm" in kind) || kind.realm === name || isText(kind.realm)
    ? undefined
    : [`has the realm ${shown(kind.realm)}`, "use printable ASCII"];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && /^[ -~]*$/.test(value);
}

function kindFault(kind: SchemeKind): FaultPair | undefined {
  switch (kind.type) {
    case "apiKey":
      return apiKeyFault(kind);
    case "http":
      if (typeof kind.scheme !== "string" || !isFieldName(kind.scheme)) {
        return ["has no name before its credential", 'pass { scheme: "Token" }'];
      }
      return /^(?:bearer|basic)$/i.test(kind.scheme) && !/^B[a-z]+$/.test(kind.scheme)
        ? [
            `has the name ${shown(kind.scheme)} before its credential`,
            "use bearer(name) or basic(name)",
          ]
        : undefined;
    case "oauth2":
      return isComplete(kind.flows)
        ? undefined
        : ["has no flow with its URLs and scopes", "pass { authorizationCode: { … } }"];
    case "openIdConnect":
      return typeof kind.url === "string" && URL.canParse(kind.url)
        ? undefined
        : ["has no discovery document URL", "pass { url }"];
    case "mutualTls":
  }
  return undefined;
}

function apiKeyFault({ in: place, key }: ApiKeyKind): FaultPair | undefined {
  if (typeof key !== "string" || !isFieldName(key)) {
    return [
      "does not have its key in one place",
      'pass { header: "x-api-key" }, { query } or { cookie }',
    ];
  }
  // Browsers send cookies by themselves: only a cookie scheme is protected against other sites.
  return place === "header" && key.toLowerCase() === "cookie"
    ? [
        "has the whole header Cookie as its key",
        'pass the name of the cookie: { cookie: "session" }',
      ]
    : undefined;
}

// The URLs of each flow (RFC 6749 4, RFC 8628 3).
const FLOW_URLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["authorizationCode", ["authorizationUrl", "tokenUrl"]],
  ["clientCredentials", ["tokenUrl"]],
  ["implicit", ["authorizationUrl"]],
  ["password", ["tokenUrl"]],
  ["deviceAuthorization", ["deviceAuthorizationUrl", "tokenUrl"]],
]);

function isComplete(flows: unknown): boolean {
  const all = Object.entries(fieldsOf(flows));
  return (
    all.length > 0 &&
    all.every(([name, given]) => {
      const flow = fieldsOf(given);
      const urls = FLOW_URLS.get(name);
      return (
        typeof flow["scopes"] === "object" && urls?.every((url) => typeof flow[url] === "string")
      );
    })
  );
}
