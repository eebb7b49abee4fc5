// Compares the alternatives of an operation's security. The names of schemes do not count.
import { isDeepStrictEqual } from "node:util";
import type { Contract, ContractSecurity } from "bough/contract";
import { entriesOf } from "../import/json.ts";
import { CLIENTS, SERVERS, type Findings } from "./difference.ts";

/** Alternatives, and the schemes that they name. */
export interface Secured {
  readonly security: readonly ContractSecurity[] | undefined;
  readonly schemes: Contract["components"]["security"];
}

/** One scheme of an alternative. */
interface Needed {
  readonly name: string;
  readonly scheme: unknown;
  readonly scopes: readonly string[];
}

type Alternative = readonly Needed[];

const PLACE = "security";

/** Compares alternatives: a caller needs one of them. */
export function compareSecurity(found: Findings, declared: Secured, documented: Secured): void {
  const here = alternativesOf(declared);
  const there = alternativesOf(documented);
  for (const one of there) {
    if (!here.some((other) => isCovered(other, one))) {
      found.differs(PLACE, `does not accept ${textOf(one)}, as the document does`, CLIENTS);
    }
  }
  for (const one of here) {
    if (!there.some((other) => isCovered(other, one))) {
      found.differs(PLACE, `accepts ${textOf(one)}, and the document does not`, SERVERS);
    }
  }
}

// An operation without security is open to all.
function alternativesOf({ security, schemes }: Secured): readonly Alternative[] {
  return (security === undefined || security.length === 0 ? [{}] : security).map((one) =>
    Object.entries(one).map(([name, scopes]) => ({
      name,
      scheme: promiseOf(schemes[name] ?? {}),
      scopes: scopes.toSorted(),
    })),
  );
}

// Descriptions, token formats and the texts of scopes are for people.
function promiseOf({ type, ...rest }: Readonly<Record<string, unknown>>): unknown {
  const { description: _, bearerFormat: __, flows, scheme, ...members } = rest;
  return {
    type,
    ...members,
    ...(typeof scheme === "string" ? { scheme: scheme.toLowerCase() } : {}),
    ...(flows === undefined
      ? {}
      : {
          flows: entriesOf(flows)
            .map(([name]) => name)
            .toSorted(),
        }),
  };
}

/** Whether the credentials for the second alternative suffice for the first. */
function isCovered(needed: Alternative, given: Alternative): boolean {
  return needed.every(({ scheme, scopes }) =>
    given.some(
      (one) =>
        isDeepStrictEqual(one.scheme, scheme) &&
        scopes.every((scope) => one.scopes.includes(scope)),
    ),
  );
}

function textOf(alternative: Alternative): string {
  if (alternative.length === 0) {
    return "requests without credentials";
  }
  const texts = alternative.map(({ name, scopes }) =>
    scopes.length === 0 ? name : `${name} with ${scopes.join(", ")}`,
  );
  return texts.join(" and ");
}
