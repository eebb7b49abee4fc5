// Collects the security schemes of a contract, each with the members of OpenAPI's Security Scheme Object.
import { fieldsOf } from "../../shared/internal/record.ts";
import { type AnyScheme, type SchemeKind, schemesOf, type AnySecurity } from "./declared.ts";
import { jsonMembers } from "../../contract/json-members.ts";
import { listOf, namedBy, text } from "../../contract/schema-parts.ts";
import type { JsonSchema } from "../../shared/schema/extracted-schemas.ts";

/** Schemes that belong together, with the scopes that each needs; empty for nobody. */
export type ContractSecurity = Readonly<Record<string, readonly string[]>>;

/** A security scheme. */
export interface ContractSecurityScheme {
  readonly type: string;
  readonly description?: string;
  /** The members of OpenAPI's Security Scheme Object. */
  readonly [member: string]: unknown;
}

export const securitySchema: JsonSchema = listOf(namedBy(listOf(text)));
export const schemeSchema: JsonSchema = {
  type: "object",
  properties: { type: text, description: text },
  required: ["type"],
};

/** The security schemes of a contract by name. */
export class SecurityComponents {
  readonly #schemes = new Map<string, ContractSecurityScheme>();

  /** The schemes that were described. */
  get schemes(): Readonly<Record<string, ContractSecurityScheme>> {
    return Object.fromEntries(this.#schemes);
  }

  /** Describes the alternatives of an endpoint. `anonymous` comes last, whatever its position in the declaration. */
  describe(security: readonly AnySecurity[]): readonly ContractSecurity[] {
    const needed = security.map((one) => this.#needed(schemesOf(one)));
    const asking = needed.filter((one) => Object.keys(one).length > 0);
    return needed.length > asking.length ? [...asking, {}] : asking;
  }

  #needed(schemes: readonly AnyScheme[]): ContractSecurity {
    const scopes = new Map<string, readonly string[]>();
    for (const scheme of schemes) {
      const name = this.#nameFor(scheme);
      scopes.set(name, [...new Set([...(scopes.get(name) ?? []), ...scheme.required])]);
    }
    return Object.fromEntries(scopes);
  }

  // Two trees may have different schemes of one name.
  #nameFor(scheme: AnyScheme): string {
    const { description } = scheme;
    const members = membersOf(scheme["~scheme"].kind);
    const described = { ...members, ...(description === undefined ? {} : { description }) };
    const text = JSON.stringify(described);
    let { name } = scheme;
    for (let count = 2; JSON.stringify(this.#schemes.get(name) ?? described) !== text; count += 1) {
      name = `${scheme.name}${count}`;
    }
    this.#schemes.set(name, described);
    return name;
  }
}

function membersOf(kind: SchemeKind): ContractSecurityScheme {
  switch (kind.type) {
    case "http": {
      const { scheme, format } = kind;
      // OpenAPI writes the registered names in lower case.
      const name = /^(?:Bearer|Basic)$/.test(scheme) ? scheme.toLowerCase() : scheme;
      return {
        type: "http",
        scheme: name,
        ...(format === undefined ? {} : { bearerFormat: format }),
      };
    }
    case "apiKey":
      return { type: "apiKey", in: kind.in, name: kind.key };
    case "oauth2":
      return { type: "oauth2", flows: flowsOf(kind.flows) };
    case "openIdConnect":
      return { type: "openIdConnect", openIdConnectUrl: kind.url };
    case "mutualTls":
  }
  return { type: "mutualTLS" };
}

function flowsOf(flows: object = {}): Readonly<Record<string, unknown>> {
  const given = Object.entries(fieldsOf(flows));
  return Object.fromEntries(
    given.flatMap(([name, flow]) =>
      flow === undefined ? [] : [[name, jsonMembers(fieldsOf(flow))]],
    ),
  );
}
