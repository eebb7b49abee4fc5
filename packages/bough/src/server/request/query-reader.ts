// Reads the query parameters of one route.
import { parametersOf } from "../../declaration/parameter/parameter-make.ts";
import {
  Issue,
  type AnyParameter,
  type ParameterParts,
} from "../../declaration/parameter/parameter.ts";
import { keptNames, readParameter } from "../../declaration/parameter/query.ts";
import { splitQuery, type KeptNames } from "../../http/query-string.ts";
import type { RequestIssue } from "../exchange/rejection.ts";
import type { Limits } from "../options/limits.ts";

/** The rules of a query. */
export interface QueryRules {
  readonly limits: Required<Limits>;
  /** Whether undeclared query names are refused. */
  readonly strictParameters: boolean;
}

/** Decodes the declared parameters of queries. */
export class QueryReader {
  /** Whether the route decodes or refuses query names. */
  readonly reads: boolean;
  readonly #rules: QueryRules;
  readonly #parameters: readonly [string, AnyParameter][];
  readonly #names: KeptNames;

  /** `keys` are API keys in the query, which are not parameters. */
  constructor(parts: ParameterParts, rules: QueryRules, keys: ReadonlySet<string>) {
    this.#rules = rules;
    this.#parameters = parametersOf(parts);
    this.#names = keptNames(this.#parameters, keys);
    this.reads = this.#parameters.length > 0 || rules.strictParameters;
  }

  /** Returns the values by name, and adds faults to `errors`. */
  read(query: string, errors: RequestIssue[]): Record<string, unknown> {
    const { limits, strictParameters: strict } = this.#rules;
    const split = splitQuery(query, this.#names, limits.names);
    if (split.tooMany) {
      // The rest was not read, so missing parameters are not known.
      errors.push({ in: "query", message: `must have at most ${limits.names} names` });
      return {};
    }
    if (strict) {
      const message = "is not declared";
      errors.push(
        ...split.undeclared.map((name): RequestIssue => ({ in: "query", name, message })),
      );
    }
    const parameters: Record<string, unknown> = Object.create(null);
    for (const [name, type] of this.#parameters) {
      const value = readParameter([name, type], split, strict);
      if (value instanceof Issue) {
        errors.push({ in: "query", name: (value.name ?? name) + value.at, message: value.message });
      } else {
        parameters[name] = value;
      }
    }
    return parameters;
  }
}
