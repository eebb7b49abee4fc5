// From a request to what a handler gets: media type, `Accept`, parameters, headers,
// body. The server's side of client/encode-request.ts. What is worked out from the
// declaration is worked out once per route.
import { negotiate } from "../http/accept.ts";
import { parseMediaType } from "../http/media-type.ts";
import { splitQuery } from "../http/query-string.ts";
import { DecodeError } from "../codec/codec.ts";
import type { Codec } from "../codec/codec.ts";
import { decodeAll } from "../declaration/parameter-codec.ts";
import { parametersOf } from "../declaration/parameter-make.ts";
import { Issue } from "../declaration/parameter.ts";
import type { AnyParameter } from "../declaration/parameter.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import { decodeQueryParameter } from "../declaration/query.ts";
import type { Exchange } from "./exchange.ts";
import type { Limits } from "./limits.ts";
import { invalidRequest, rejection } from "./rejection.ts";
import type { Rejection, RequestIssue } from "./rejection.ts";

/** What a route needs to know to read its requests. */
export interface RequestRules {
  readonly endpoint: AnyEndpoint;
  readonly codecs: readonly Codec[];
  readonly limits: Required<Limits>;
  /** Whether a query name that is not declared is refused. */
  readonly strictParameters: boolean;
}

/** Reads the requests of one route. */
export class RequestReader {
  readonly readsBody: boolean;
  readonly #rules: RequestRules;
  readonly #mediaTypes: readonly string[];
  readonly #answersBody: boolean;
  readonly #parameters: readonly [string, AnyParameter][];
  readonly #headers: readonly [string, AnyParameter][];
  readonly #names: ReadonlySet<string>;

  constructor(rules: RequestRules) {
    const { endpoint, codecs } = rules;
    this.#rules = rules;
    this.#mediaTypes = codecs.map((codec) => codec.mediaType);
    this.readsBody = isNegotiated(endpoint.request);
    this.#answersBody = endpoint.responses.some(({ body }) => isNegotiated(body));
    this.#parameters = parametersOf(endpoint.parameters);
    this.#headers = parametersOf(endpoint.headers);
    this.#names = new Set(Object.keys(endpoint.parameters));
  }

  /** 413 by declared length, 415, 406. */
  refuse(exchange: Exchange): Rejection | undefined {
    if (this.readsBody) {
      const { contentLength = 0 } = exchange;
      if (contentLength > this.#rules.limits.body) {
        return tooLarge(this.#rules.limits.body);
      }
      const refused = this.#refuseType(exchange);
      if (refused !== undefined) {
        return refused;
      }
    }
    const { accept } = exchange;
    return this.#answersBody && accept !== undefined && negotiate(accept, this.#mediaTypes) < 0
      ? rejection(406, `this endpoint answers ${this.#mediaTypes.join(", ")}`, this.#vary())
      : undefined;
  }

  /** Whether there is anything to decode before the body. */
  get readsParameters(): boolean {
    return this.#parameters.length > 0 || this.#headers.length > 0 || this.#rules.strictParameters;
  }

  /** Decodes query parameters and headers; a rejection names every wrong one at once. */
  decodeParameters(
    exchange: Exchange,
    query: string | undefined,
    into: DecodedParts,
  ): Rejection | undefined {
    const errors: RequestIssue[] = [];
    if (this.#parameters.length > 0 || this.#rules.strictParameters) {
      into.parameters = this.#decodeQuery(query ?? "", errors);
    }
    if (this.#headers.length > 0) {
      into.headers = this.#decodeHeaders(exchange, errors);
    }
    return errors.length > 0 ? invalidRequest(errors) : undefined;
  }

  /** Decodes a body that has arrived; throws `DecodeError` for one that does not fit its type. */
  decodeBody(exchange: Exchange, bytes: Uint8Array): unknown {
    if (bytes.length === 0) {
      throw new DecodeError("is missing");
    }
    const essence = parseMediaType(exchange.contentType ?? "")?.essence;
    const codec =
      this.#rules.codecs.find(({ mediaType }) => mediaType === essence) ?? this.#rules.codecs[0];
    try {
      return codec?.decode(bytes, this.#rules.limits);
    } catch (error) {
      // Any library may be a codec: its own errors say the same, in words not meant for clients.
      throw error instanceof DecodeError
        ? error
        : new DecodeError(`is not valid ${codec?.mediaType}`);
    }
  }

  #refuseType({ contentType, contentLength, contentEncoding }: Exchange): Rejection | undefined {
    const { endpoint } = this.#rules;
    if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== "identity") {
      return rejection(415, "content encodings are not decoded here", [
        "accept-encoding",
        "identity",
      ]);
    }
    if (contentType === undefined) {
      // A body that is not there is missing (400), whatever its type would have been.
      if (contentLength === 0) {
        return undefined;
      }
      if (endpoint.method === "QUERY") {
        return invalidRequest([
          { in: "header", name: "content-type", message: "is missing (RFC 10008 2)" },
        ]);
      }
      return this.#unsupported("a body needs a Content-Type");
    }
    const type = parseMediaType(contentType);
    if (type === undefined) {
      return this.#unsupported("the Content-Type is malformed or sent twice");
    }
    const charset = type.parameters.get("charset");
    return this.#mediaTypes.includes(type.essence) &&
      (charset === undefined || charset === "utf-8" || charset === "utf8")
      ? undefined
      : this.#unsupported(
          `this endpoint reads ${this.#mediaTypes.join(", ")}, in UTF-8 where it is text`,
        );
  }

  #unsupported(detail: string): Rejection {
    const types = this.#mediaTypes.join(", ");
    return rejection(415, detail, [
      "accept",
      types,
      ...acceptHeader(this.#rules.endpoint.method, this.#mediaTypes),
    ]);
  }

  #vary(): readonly string[] {
    return this.#mediaTypes.length > 1 ? ["vary", "Accept"] : [];
  }

  #decodeQuery(query: string, errors: RequestIssue[]): Record<string, unknown> {
    const { limits, strictParameters } = this.#rules;
    const { values, undeclared, tooMany } = splitQuery(query, this.#names, limits.names);
    if (tooMany) {
      // The rest was not read: whether something is missing is not known.
      errors.push({ in: "query", message: `has more than ${limits.names} names` });
      return {};
    }
    if (strictParameters) {
      errors.push(
        ...undeclared.map((name): RequestIssue => ({
          in: "query",
          name,
          message: "is not declared",
        })),
      );
    }
    const parameters: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [name, type] of this.#parameters) {
      const value = decodeQueryParameter(type, values.get(name));
      if (value instanceof Issue) {
        errors.push({ in: "query", name, message: value.message });
      } else {
        parameters[name] = value;
      }
    }
    return parameters;
  }

  #decodeHeaders(exchange: Exchange, errors: RequestIssue[]): Record<string, unknown> {
    const headers: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [name, type] of this.#headers) {
      const text = exchange.header(name.toLowerCase());
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

/** What decoding fills in. */
export interface DecodedParts {
  parameters: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
}

/** The 413 of a body over its limit. */
export function tooLarge(limit: number): Rejection {
  return rejection(413, `a body has at most ${limit} bytes here`);
}

/** `Accept-Query`, `Accept-Patch`, `Accept-Post`: what a method reads (RFC 10008 3, RFC 5789 3.1). */
export function acceptHeader(method: string, mediaTypes: readonly string[]): readonly string[] {
  const name = ACCEPT_HEADERS.get(method);
  return name === undefined ? [] : [name, mediaTypes.join(", ")];
}

const ACCEPT_HEADERS: ReadonlyMap<string, string> = new Map([
  ["QUERY", "accept-query"],
  ["PATCH", "accept-patch"],
  ["POST", "accept-post"],
]);

/** Whether a body position is filled by something that goes through the codecs. */
export function isNegotiated(body: object | undefined): boolean {
  return body !== undefined && (!("~body" in body) || body["~body"] === "negotiated");
}

// Several lines of a list header are one list (RFC 9110 5.3); a header that is no list
// has one value, commas included.
function headerTexts(type: AnyParameter, text: string | undefined): readonly string[] | undefined {
  if (text === undefined || type["~parameter"].list === undefined) {
    return text === undefined ? undefined : [text];
  }
  return text
    .split(",")
    .map((element) => element.trim())
    .filter((element) => element !== "");
}
