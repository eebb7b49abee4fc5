// Reads requests: media type, `Accept`, parameters, headers, cookies, body. The counterpart of
// client/encode-request.ts. Values that depend only on the declaration are computed once per route.
import { negotiate } from "../../http/accept.ts";
import { mergeFieldList } from "../../http/header-value.ts";
import { essenceOf, nameOf, parseMediaType } from "../../http/media-type.ts";
import type { MediaType } from "../../http/media-type.ts";
import { DecodeError } from "../../codec/codec.ts";
import type { Codec } from "../../codec/codec.ts";
import { decodeAll } from "../../declaration/parameter/parameter-codec.ts";
import { parametersOf } from "../../declaration/parameter/parameter-make.ts";
import { Issue } from "../../declaration/parameter/parameter.ts";
import type { AnyParameter } from "../../declaration/parameter/parameter.ts";
import { queryKeysOf } from "../../declaration/security/security.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { acceptHeader } from "./accept-header.ts";
import { tooLarge } from "./body-rejections.ts";
import type { EndpointTypes } from "./body-types.ts";
import { decodedBy } from "./decode-bytes.ts";
import { decodeCookies } from "./decode-cookies.ts";
import type { ServerCall } from "../call/call.ts";
import { headerText } from "../exchange/exchange.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Limits } from "../options/limits.ts";
import { fileBytes } from "./file-bytes.ts";
import {
  hasAlternatives,
  mediaTypesOf,
  representationFor,
  representationsOf,
} from "./representation.ts";
import type { Representation } from "./representation.ts";
import { ParsedBody } from "../exchange/parsed-body.ts";
import type { WholeBody } from "../exchange/parsed-body.ts";
import { QueryReader } from "./query-reader.ts";
import { invalidRequest, rejection } from "../exchange/rejection.ts";
import type { Rejection, RequestIssue } from "../exchange/rejection.ts";

/** The parts of a route that reading needs. */
export interface RequestRules {
  readonly endpoint: AnyEndpoint;
  readonly codecs: readonly Codec[];
  readonly limits: Required<Limits>;
  /** Whether undeclared query names are refused. */
  readonly strictParameters: boolean;
  /** The schemas of type-only bodies; `undefined` without a schemas file. */
  readonly types?: EndpointTypes | undefined;
}

// Content without a type may have any type.
const NO_TYPE: MediaType = { essence: "", parameters: new Map() };

/** Reads the requests of one route. */
export class RequestReader {
  readonly readsBody: boolean;
  /** The limit of a body in bytes: that of the fields, and those of the files. */
  readonly bodyLimit: number;
  readonly #rules: RequestRules;
  readonly #representations: readonly Representation[];
  /** The media types that the route reads; `undefined` for any. */
  readonly #reads: readonly string[] | undefined;
  /** Whether a request may have no body. */
  readonly #isOptional: boolean;
  /** Whether calls say which body they have. */
  readonly #isNamed: boolean;
  /** The media types of the answers; `undefined` if they may have any, or have no content. */
  readonly #answers: readonly string[] | undefined;
  readonly #query: QueryReader;
  readonly #headers: readonly [string, AnyParameter][];
  readonly #cookies: readonly [string, AnyParameter][];

  constructor(rules: RequestRules) {
    const { endpoint, codecs } = rules;
    this.#rules = rules;
    this.#representations = representationsOf(endpoint.request, codecs, rules.types?.request);
    this.#reads = mediaTypesOf(this.#representations);
    this.#isOptional = endpoint.requestOptions?.optional === true;
    this.#isNamed = hasAlternatives(endpoint.request);
    this.readsBody = this.#representations.length > 0;
    this.bodyLimit = rules.limits.body + fileBytes(this.#representations, rules.limits.parts);
    const answers = mediaTypesOf(
      endpoint.responses.flatMap(({ body }) => representationsOf(body, codecs)),
    );
    this.#answers = answers?.length === 0 ? undefined : answers;
    this.#query = new QueryReader(endpoint.parameters, rules, queryKeysOf(endpoint.security));
    this.#headers = parametersOf(endpoint.headers);
    this.#cookies = parametersOf(endpoint.cookies);
  }

  /** 413 by declared length, 415, 406. */
  refuse(exchange: Exchange): Rejection | undefined {
    if (this.readsBody) {
      const { contentLength = 0 } = exchange;
      if (contentLength > this.bodyLimit) {
        return tooLarge(this.bodyLimit);
      }
      const refused = this.#refuseType(exchange);
      if (refused !== undefined) {
        return refused;
      }
    }
    const { accept } = exchange;
    const answers = this.#answers;
    return answers !== undefined && accept !== undefined && negotiate(accept, answers) < 0
      ? rejection(406, `this endpoint can answer with ${answers.join(", ")}`)
      : undefined;
  }

  /** Whether the head says that an optional body was left out; `"unknown"` if only the content tells. */
  omission({ contentType, contentLength }: Exchange): boolean | "unknown" {
    if (!this.#isOptional || contentType !== undefined) {
      return false;
    }
    return contentLength === undefined ? "unknown" : contentLength === 0;
  }

  /** Whether this is an omitted optional body. Empty text, bytes and forms with a type are values. */
  isOmitted({ contentType }: Exchange, as: Representation, body: WholeBody): boolean {
    const isEmpty = body instanceof ParsedBody ? body.value === undefined : body.length === 0;
    const isValue = as.codec === undefined || as.format.typed === true;
    return isEmpty && this.#isOptional && (!isValue || contentType === undefined);
  }

  /** The 415 of content without a type. Bytes of any type may have none (RFC 9110 8.3). */
  refuseUntyped(): Rejection | undefined {
    return this.#reads === undefined ? undefined : this.#unsupported("a body needs a Content-Type");
  }

  /** Whether the route decodes anything before the body. */
  get readsParameters(): boolean {
    return this.#query.reads || this.#headers.length > 0 || this.#cookies.length > 0;
  }

  /** Decodes query parameters, headers and cookies. A rejection names all wrong ones. */
  decodeParameters(
    exchange: Exchange,
    query: string | undefined,
    into: DecodedParts,
  ): Rejection | undefined {
    const errors: RequestIssue[] = [];
    if (this.#query.reads) {
      into.parameters = this.#query.read(query ?? "", errors);
    }
    if (this.#headers.length > 0) {
      into.headers = this.#decodeHeaders(exchange, errors);
    }
    if (this.#cookies.length > 0) {
      into.cookies = decodeCookies(this.#cookies, exchange.header("cookie"), errors);
    }
    return errors.length > 0 ? invalidRequest(errors) : undefined;
  }

  /** The representation of a body that was not refused. */
  representation(exchange: Exchange): Representation {
    const [first, second] = this.#representations;
    // Every body that was not refused has one. Without a type there is no body.
    return ((second && this.#find(exchange.contentType)) ?? first) as Representation;
  }

  /** Gives a call its body and, of several, the media type; an omitted one has no representation. */
  give(call: ServerCall, as: Representation | undefined, body: unknown): void {
    call.body = body;
    if (this.#isNamed && as) {
      call.mediaType = nameOf(as.mediaType ?? essenceOf(call["~exchange"].contentType ?? ""));
    }
  }

  /** Decodes a complete body; throws `DecodeError` if the type does not allow it. */
  decodeBody({ kind, codec, mediaType }: Representation, body: WholeBody): unknown {
    if (body instanceof ParsedBody) {
      if (body.isJson) {
        codec?.["~check"]?.(body.value, this.#rules.limits);
      }
      return body.value;
    }
    if (codec === undefined) {
      return body;
    }
    if (body.length === 0 && kind === "negotiated") {
      throw new DecodeError("is missing");
    }
    return decodedBy(codec, body, { limits: this.#rules.limits, mediaType });
  }

  #find(contentType: string | undefined): Representation | undefined {
    const type = contentType === undefined ? NO_TYPE : parseMediaType(contentType);
    return type && representationFor(this.#representations, type);
  }

  #refuseType(exchange: Exchange): Rejection | undefined {
    const { contentType, contentEncoding } = exchange;
    const { endpoint } = this.#rules;
    if (contentEncoding !== undefined && isEncoded(contentEncoding)) {
      return rejection(415, "the body must not have a content encoding", [
        "accept-encoding",
        "identity",
      ]);
    }
    if (contentType === undefined) {
      if (endpoint.method === "QUERY") {
        return invalidRequest([
          { in: "header", name: "content-type", message: "is missing (RFC 10008 2)" },
        ]);
      }
      // A missing body is a 400, whatever its type.
      return exchange.contentLength === 0 || this.omission(exchange) !== false
        ? undefined
        : this.refuseUntyped();
    }
    const type = parseMediaType(contentType);
    if (type === undefined) {
      return this.#unsupported("the Content-Type is malformed or sent twice");
    }
    const found = representationFor(this.#representations, type);
    const charset = type.parameters.get("charset");
    return found !== undefined &&
      (charset === undefined ||
        (found.codec === undefined && found.kind !== "json-lines") ||
        charset === "utf-8" ||
        charset === "utf8")
      ? undefined
      : this.#unsupported(
          `this endpoint reads ${(this.#reads ?? []).join(", ")}; text must be UTF-8`,
        );
  }

  #unsupported(detail: string): Rejection {
    const types = this.#reads ?? ["*/*"];
    return rejection(415, detail, [
      "accept",
      types.join(", "),
      ...acceptHeader(this.#rules.endpoint.method, types),
    ]);
  }

  #decodeHeaders(exchange: Exchange, errors: RequestIssue[]): Record<string, unknown> {
    const headers: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
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

/** The members of a call that decoding sets. */
export interface DecodedParts {
  parameters: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
  cookies: Readonly<Record<string, unknown>>;
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

// The list may be empty or have empty elements, which do not count as codings (RFC 9110 5.6.1).
function isEncoded(contentEncoding: string): boolean {
  return !["", "identity"].includes(mergeFieldList(undefined, contentEncoding).toLowerCase());
}

// Several lines of a list header are one list (RFC 9110 5.3). Another header has one value, which may contain
// commas.
function headerTexts(type: AnyParameter, text: string | undefined): readonly string[] | undefined {
  return text === undefined
    ? undefined
    : (type["~parameter"].list?.codec.elementsOf(text) ?? [text]);
}
