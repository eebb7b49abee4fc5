// Reads the heads of requests: `Accept`, parameters, headers. read-body.ts reads their bodies. The
// counterpart of call/write-request.ts. Values that depend only on the declaration are computed once per route.
import { negotiate } from "../../shared/http/accept.ts";
import type { Codec } from "../../shared/codec/codec.ts";
import { decodeAll } from "../../declare/parameter/parameter-codec.ts";
import { parametersOf } from "../../declare/parameter/parameter-make.ts";
import { Issue, type AnyParameter } from "../../declare/parameter/parameter.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { ServerCall } from "../handler/call.ts";
import { headerText, type Exchange } from "../exchange/exchange.ts";
import {
  invalidRequest,
  rejection,
  type Rejection,
  type RequestIssue,
} from "../exchange/rejection.ts";
import type { Limits } from "../options/kernel-options.ts";
import {
  mediaTypesOf,
  representationsOf,
  type EndpointTypes,
  type Readers,
} from "./representation.ts";
import { keptNames, readParameter } from "../../declare/parameter/query.ts";
import { splitQuery, type KeptNames } from "../../shared/http/percent.ts";

/** The parts of a route that reading needs. */
export interface RequestRules {
  readonly endpoint: AnyEndpoint;
  readonly codecs: readonly Codec[];
  readonly limits: Required<Limits>;
  /** Whether undeclared query names are refused. */
  readonly strictParameters: boolean;
  /** The schemas of type-only bodies; `undefined` without a schemas file. */
  readonly types?: EndpointTypes | undefined;
  /** Read bodies while they arrive, by their kind. */
  readonly readers: Readers;
  /** Query parameters that are not declared, because parts of the server read them. */
  readonly ignored: readonly string[];
  /** Get a decoded body before its schema. */
  readonly received: readonly ((call: ServerCall, content: unknown) => void)[];
  /** Read more of the head, and add what is wrong to `issues`. */
  readonly heads: readonly ((call: ServerCall, issues: RequestIssue[]) => void)[];
}

/** Reads the heads of the requests of one route. */
export class HeadReader {
  /** The media types of the answers; `undefined` if they may have any, or have no content. */
  readonly #answers: readonly string[] | undefined;
  readonly #query: QueryReader;
  readonly #headers: readonly [string, AnyParameter][];
  readonly #heads: RequestRules["heads"];
  readonly #reads: boolean;

  constructor(rules: RequestRules) {
    const { endpoint, codecs } = rules;
    const answers = mediaTypesOf(
      endpoint.responses.flatMap(({ body }) => representationsOf(body, codecs)),
    );
    this.#answers = answers?.length === 0 ? undefined : answers;
    this.#query = new QueryReader(rules);
    this.#headers = parametersOf(endpoint.headers);
    this.#heads = rules.heads;
    this.#reads = this.#query.reads || this.#headers.length > 0 || this.#heads.length > 0;
  }

  /** 406. */
  refuse({ accept }: Exchange): Rejection | undefined {
    const answers = this.#answers;
    return answers !== undefined && accept !== undefined && negotiate(accept, answers) < 0
      ? rejection(406, `this endpoint responds with ${answers.join(", ")}`)
      : undefined;
  }

  /** Gives a call its query parameters, headers and what parts read. A rejection names all wrong ones. */
  read(call: ServerCall, query: string | undefined): Rejection | undefined {
    if (!this.#reads) {
      return undefined;
    }
    const exchange = call["~exchange"];
    const errors: RequestIssue[] = [];
    if (this.#query.reads) {
      call.parameters = this.#query.read(query ?? "", errors);
    }
    if (this.#headers.length > 0) {
      call.headers = this.#readHeaders(exchange, errors);
    }
    this.#heads.forEach((read) => read(call, errors));
    return errors.length > 0 ? invalidRequest(errors) : undefined;
  }

  #readHeaders(exchange: Exchange, errors: RequestIssue[]): Record<string, unknown> {
    const headers: Record<string, unknown> = Object.create(null);
    for (const [name, type] of this.#headers) {
      const text = headerText(exchange, name.toLowerCase());
      const value = decodeAll(type, headerTexts(type, text));
      if (value instanceof Issue) {
        errors.push({ in: "header", name, message: value.message });
      } else {
        headers[name] = value;
      }
    }
    return headers;
  }
}

/** Whether the answers of an endpoint depend on `Accept`. */
export function varies({ responses, failures }: AnyEndpoint, codecs: readonly Codec[]): boolean {
  return (
    responses.some(({ body }) => representationsOf(body, codecs).length > 1) ||
    failures.some(
      ({ "~failure": { bare, body } }) => bare && representationsOf(body, codecs).length > 1,
    )
  );
}

// Several lines of a list header are one list (RFC 9110 5.3). Another header has one value, which may contain commas.
function headerTexts(type: AnyParameter, text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : (type["~parameter"].list?.elementsOf(text) ?? [text]);
}

/** Decodes the declared parameters of queries. */
class QueryReader {
  /** Whether the route decodes or refuses query names. */
  readonly reads: boolean;
  readonly #rules: RequestRules;
  readonly #parameters: readonly [string, AnyParameter][];
  readonly #names: KeptNames;

  constructor(rules: RequestRules) {
    this.#rules = rules;
    this.#parameters = parametersOf(rules.endpoint.parameters);
    this.#names = keptNames(this.#parameters, new Set(rules.ignored));
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
