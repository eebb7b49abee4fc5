// Finds faults of cookies: those that requests bring, and those that responses set.
import { isFieldName } from "../../shared/http/header-value.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { CookieOptions } from "../../shared/http/cookie-field.ts";
import type { ResponseData } from "../../declare/endpoint/endpoint-data.ts";
import { isHostName, needsSecure } from "./declared.ts";
import { parametersOf } from "../../declare/parameter/parameter-make.ts";
import type { ParameterParts } from "../../declare/parameter/parameter.ts";
import { chainOf, type Placement } from "../../declare/tree/placement.ts";
import type { Faults } from "../../declare/verify/declaration-error.ts";
import { addDeclaredAt, findParameterFaults } from "../../declare/verify/parameter-faults.ts";

/** What an endpoint or resource declares for requests. */
interface Declaring {
  readonly headers?: ParameterParts | undefined;
  readonly cookies?: ParameterParts | undefined;
}

/** Finds the faults of request cookies, and their conflicts with `parent` and the resources above it. */
export function findCookieFaults(
  { headers, cookies = {} }: Declaring,
  parent: Placement | undefined,
  found: Faults,
): void {
  const names = Object.keys(cookies);
  const setsField = hasField(headers, "cookie");
  if (names.length === 0 && !setsField) {
    return;
  }
  findValueFaults(cookies, "the cookie", found);
  const above = chainOf(parent);
  for (const name of names) {
    findNameFaults(name, found);
    for (const at of above) {
      const other = at.data.cookies ?? {};
      // The same type under the same name is the same cookie, declared again.
      if (Object.hasOwn(other, name) && other[name] !== cookies[name]) {
        addDeclaredAt(at, found.at("the cookie", name));
      }
    }
  }
  const others = above.flatMap(({ data }) => Object.keys(data.cookies ?? {}));
  if (
    (setsField && (names.length > 0 || others.length > 0)) ||
    (names.length > 0 && above.some(({ data }) => hasField(data.headers, "cookie")))
  ) {
    found.add(
      'the request header "cookie" is declared beside cookies',
      "remove the header: .cookies({ … }) reads it",
    );
  }
}

export function findSetCookieFaults({ headers, cookies = {} }: ResponseData, found: Faults): void {
  const all = Object.entries(cookies);
  for (const [name, { "~cookie": data }] of all) {
    findNameFaults(name, found);
    findValueFaults({ [name]: data.type }, "the response cookie", found);
    findAttributeFaults(name, data.options, found);
  }
  if (all.length > 0 && hasField(headers, "set-cookie")) {
    found.add(
      'the response header "set-cookie" is declared beside cookies',
      "remove the header: the option cookies writes it",
    );
  }
}

function hasField(headers: ParameterParts | undefined, field: string): boolean {
  return Object.keys(headers ?? {}).some((name) => name.toLowerCase() === field);
}

function findNameFaults(name: string, found: Faults): void {
  if (!isFieldName(name)) {
    found.add(
      `"${name}" is not a valid cookie name`,
      "use letters, digits, hyphens and underscores",
    );
  }
}

function findValueFaults(parts: ParameterParts, what: string, found: Faults): void {
  findParameterFaults(parts, { noun: what, carries: "text" }, found);
  for (const [name, type] of parametersOf(parts)) {
    if (type["~parameter"].list !== undefined) {
      const remedy = "use a type of one value: a cookie can't hold an array";
      found.at(what, name).add("is a list", remedy);
    }
  }
}

type Attribute = readonly [remedy: string, holds: (value: unknown) => boolean];
const FLAG: Attribute = ["", () => true];

// The values of each attribute, and the remedy if it has another one.
const ATTRIBUTES: ReadonlyMap<string, Attribute> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries<Attribute>({
    httpOnly: FLAG,
    secure: FLAG,
    sameSite: [
      'pass "strict", "lax" or "none"',
      (value) => value === "strict" || value === "lax" || value === "none",
    ],
    // RFC 6265 4.1.1, path-value.
    path: ['pass a path, such as "/v1"', (value) => /^\/[ -:<-~]*$/.test(String(value))],
    domain: [
      'pass a domain without a scheme, such as "example.com"',
      (value) =>
        /^\.?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(
          String(value),
        ),
    ],
    maxAge: ["pass a whole number of seconds", (value) => Number.isSafeInteger(value)],
    expires: [
      "pass a valid Date",
      (value) => value instanceof Date && !Number.isNaN(value.getTime()),
    ],
    partitioned: FLAG,
  } satisfies Record<keyof CookieOptions, Attribute>),
);

function findAttributeFaults(name: string, options: CookieOptions, found: Faults): void {
  const its = found.at("the response cookie", name);
  for (const [option, value] of Object.entries(options)) {
    const [remedy, holds] = ATTRIBUTES.get(option) ?? [];
    if (remedy === undefined) {
      const known = [...ATTRIBUTES.keys()].join(", ");
      its.add(`has the unknown option ${JSON.stringify(option)}`, `use ${known}`);
    } else if (value !== undefined && !holds?.(value)) {
      its.add(`has ${shown(value)} for ${option}`, remedy);
    }
  }
  const { secure, sameSite, partitioned, path = "/", domain } = options;
  if (secure === false && needsSecure(name, options)) {
    const reason =
      sameSite === "none"
        ? 'sameSite "none"'
        : partitioned === true
          ? "partitioned"
          : "the prefix of its name";
    its.add(
      `has secure: false, but browsers drop it because of ${reason}`,
      "remove secure, or change the other",
    );
  }
  if (isHostName(name) && (domain !== undefined || path !== "/")) {
    const option = domain === undefined ? "a path other than /" : "a domain";
    its.add(
      `has ${option}, but its prefix __Host- forbids it`,
      "remove the option, or use the prefix __Secure-",
    );
  }
}
