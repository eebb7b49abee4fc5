// Reads the bodies of one route: which body a request has, and its value. A body that cannot be read is a rejection.
import { DecodeError, type Codec, type DecodeLimits } from "../../shared/codec/codec.ts";
import { mergeFieldList } from "../../shared/http/header-value.ts";
import { essenceOf, nameOf, parseMediaType, type MediaType } from "../../shared/http/media-type.ts";
import { after, type Later } from "../../shared/internal/later.ts";
import type { AnySchema, StandardIssue } from "../../shared/schema/standard-schema.ts";
import { validate, pointerOf } from "../../shared/schema/validate.ts";
import type { ServerCall } from "../handler/call.ts";
import { takenBody } from "../handler/handler-error.ts";
import { relayed, type ReadStep } from "../../shared/codec/byte-stream.ts";
import { ParsedBody, type BodyFault, type Exchange, type WholeBody } from "../exchange/exchange.ts";
import {
  invalidRequest,
  rejection,
  type Rejection,
  type RequestIssue,
} from "../exchange/rejection.ts";
import type { OpenRules } from "../options/kernel-options.ts";
import {
  acceptHeader,
  hasAlternatives,
  mediaTypesOf,
  representationFor,
  representationsOf,
  type BodyReader,
  type Representation,
} from "./representation.ts";
import type { RequestRules } from "./read-request.ts";
import { assertNever } from "../../shared/internal/wrong-argument.ts";

// Content without a type may have any type.
const NO_TYPE: MediaType = { essence: "", parameters: new Map() };

/** Reads the bodies of one route. */
export class ContentReader {
  readonly #rules: RequestRules;
  /** A schema that only the server has. It replaces the declared one. */
  readonly #schema: AnySchema | undefined;
  readonly #representations: readonly Representation[];
  /** The readers of those that the handler reads while they arrive. */
  readonly #readers = new Map<Representation, BodyReader>();
  /** The media types that the route reads; `undefined` for any. */
  readonly #reads: readonly string[] | undefined;
  /** The limit of a body in bytes: the option, and what readers add to it. */
  readonly #limit: number;
  /** Whether a request may have no body. */
  readonly #isOptional: boolean;
  /** Whether calls say which body they have. */
  readonly #isNamed: boolean;

  constructor(rules: RequestRules, schema: AnySchema | undefined) {
    const { endpoint, codecs, limits, readers, types } = rules;
    this.#rules = rules;
    this.#schema = schema;
    this.#representations = representationsOf(endpoint.request, codecs, types?.request);
    this.#reads = mediaTypesOf(this.#representations);
    for (const one of this.#representations) {
      const reader = readers[one.kind]?.reader?.(one, limits);
      if (reader !== undefined) {
        this.#readers.set(one, reader);
      }
    }
    this.#limit = limits.body;
    for (const { bytes = 0 } of this.#readers.values()) {
      this.#limit += bytes;
    }
    this.#isOptional = endpoint.requestOptions?.optional === true;
    this.#isNamed = hasAlternatives(endpoint.request);
  }

  /** 413 by declared length, 415. */
  refuse(exchange: Exchange): Rejection | undefined {
    if (this.#representations.length === 0) {
      return undefined;
    }
    const { contentLength = 0 } = exchange;
    return contentLength > this.#limit ? tooLarge(this.#limit) : this.#refuseType(exchange);
  }

  /** The body of a request that was not refused; `undefined` if it has none. */
  expected(exchange: Exchange): Representation | undefined {
    const [first, second] = this.#representations;
    if (first === undefined || this.#omission(exchange) === true) {
      return undefined;
    }
    return (second && this.#find(exchange.contentType)) ?? first;
  }

  /** The reader of a body that the handler reads while it arrives. */
  reader(as: Representation): BodyReader | undefined {
    return this.#readers.get(as);
  }

  /** Gives a call a body that the handler reads while it arrives. `refuse` gets a later fault. */
  open(
    call: ServerCall,
    as: Representation,
    reader: BodyReader,
    refuse: (refused: Rejection) => void,
  ): Later<Rejection | undefined> {
    const exchange = call["~exchange"];
    const { limits } = this.#rules;
    const stream = exchange.openBody({
      limit: this.#limit,
      idle: limits.idle,
      broken: (fault) => {
        if (fault === "taken") {
          call["~scope"].onError(takenBody(call.endpoint), call);
        }
        refuse(faultyBody(fault, this.#limit));
      },
    });
    if (this.#omission(exchange) === "unknown") {
      return this.#begin(call, as, stream);
    }
    const { contentType = "" } = exchange;
    const rules: OpenRules = { contentType, limits, schema: this.#schema ?? as.schema, refuse };
    return after(reader.open(stream, rules), (opened) => this.#give(call, as, opened));
  }

  // An optional body without a type: no body, or bytes of any type.
  async #begin(
    call: ServerCall,
    as: Representation,
    stream: ReadableStream<Uint8Array>,
  ): Promise<Rejection | undefined> {
    const begun = await begunStream(stream);
    const refused = begun && this.#refuseUntyped();
    if (refused !== undefined) {
      begun?.cancel().catch(() => undefined);
      return refused;
    }
    return this.#give(call, begun && as, begun);
  }

  /** Gives a call a body that has arrived. */
  accept(
    call: ServerCall,
    as: Representation,
    body: WholeBody | BodyFault,
  ): Later<Rejection | undefined> {
    if (body === "taken") {
      throw takenBody(call.endpoint);
    }
    if (typeof body === "string") {
      return faultyBody(body, this.#limit);
    }
    const exchange = call["~exchange"];
    if (this.#isOmitted(exchange, as, body)) {
      return undefined;
    }
    const refused = this.#omission(exchange) === "unknown" ? this.#refuseUntyped() : undefined;
    if (refused !== undefined) {
      return refused;
    }
    let decoded: unknown;
    try {
      decoded = this.#decode(as, body);
    } catch (error) {
      if (error instanceof DecodeError) {
        return undecodable(error);
      }
      throw error;
    }
    // Only the codec of JSON has a check.
    const isValue = body instanceof ParsedBody || as.codec?.["~check"] !== undefined;
    this.#rules.received.forEach((get) => get(call, isValue ? decoded : body));
    const schema = this.#schema ?? as.schema;
    return schema === undefined
      ? this.#give(call, as, decoded)
      : after(validate(schema, decoded), (result) =>
          result.issues === undefined
            ? this.#give(call, as, result.value)
            : invalidBody(result.issues),
        );
  }

  /** Decodes a complete body; throws `DecodeError` if the type does not allow it. */
  #decode({ kind, codec, mediaType }: Representation, body: WholeBody): unknown {
    const { limits } = this.#rules;
    if (body instanceof ParsedBody) {
      if (body.isJson) {
        codec?.["~check"]?.(body.value, limits);
      }
      return body.value;
    }
    if (codec === undefined) {
      return body;
    }
    if (body.length === 0 && kind === "negotiated") {
      throw new DecodeError("is missing");
    }
    return decodedBy(codec, body, { limits, mediaType });
  }

  /** Gives a call its body and, of several, the media type; an omitted one has no representation. */
  #give(call: ServerCall, as: Representation | undefined, body: unknown): undefined {
    call.body = body;
    if (this.#isNamed && as) {
      call.mediaType = nameOf(as.mediaType ?? essenceOf(call["~exchange"].contentType ?? ""));
    }
  }

  /** Whether the head says that an optional body was left out; `"unknown"` if only the content tells. */
  #omission(exchange: Exchange): boolean | "unknown" {
    if (!this.#isOptional || exchange.contentType !== undefined) {
      return false;
    }
    return exchange.contentLength === undefined ? "unknown" : exchange.contentLength === 0;
  }

  /** Whether this is an omitted optional body. Empty text, bytes and forms with a type are values. */
  #isOmitted(exchange: Exchange, as: Representation, body: WholeBody): boolean {
    const isEmpty = body instanceof ParsedBody ? body.value === undefined : body.length === 0;
    const isValue = as.codec === undefined || as.format.typed === true;
    return isEmpty && this.#isOptional && (!isValue || exchange.contentType === undefined);
  }

  #find(contentType: string | undefined): Representation | undefined {
    const type = contentType === undefined ? NO_TYPE : parseMediaType(contentType);
    return type && representationFor(this.#representations, type);
  }

  #refuseType(exchange: Exchange): Rejection | undefined {
    const { contentType, contentEncoding } = exchange;
    if (contentEncoding !== undefined && isEncoded(contentEncoding)) {
      return rejection(415, "the body must not have a content encoding", [
        "accept-encoding",
        "identity",
      ]);
    }
    if (contentType === undefined) {
      if (this.#rules.endpoint.method === "QUERY") {
        return invalidRequest([
          { in: "header", name: "content-type", message: "is missing (RFC 10008 2)" },
        ]);
      }
      // A missing body is a 400, whatever its type.
      return exchange.contentLength === 0 || this.#omission(exchange) !== false
        ? undefined
        : this.#refuseUntyped();
    }
    const type = parseMediaType(contentType);
    if (type === undefined) {
      return this.#unsupported("the Content-Type is malformed or sent twice");
    }
    const found = representationFor(this.#representations, type);
    const charset = type.parameters.get("charset");
    return found !== undefined &&
      (charset === undefined ||
        (found.codec === undefined && this.#readers.get(found)?.isText !== true) ||
        charset === "utf-8" ||
        charset === "utf8")
      ? undefined
      : this.#unsupported(
          `this endpoint reads ${(this.#reads ?? []).join(", ")}; text must be UTF-8`,
        );
  }

  /** The 415 of content without a type. Bytes of any type may have none (RFC 9110 8.3). */
  #refuseUntyped(): Rejection | undefined {
    return this.#reads === undefined ? undefined : this.#unsupported("a body needs a Content-Type");
  }

  #unsupported(detail: string): Rejection {
    const types = this.#reads ?? ["*/*"];
    return rejection(415, detail, [
      "accept",
      types.join(", "),
      ...acceptHeader(this.#rules.endpoint.method, types),
    ]);
  }
}

// The list may be empty or have empty elements, which do not count as codings (RFC 9110 5.6.1).
function isEncoded(contentEncoding: string): boolean {
  return !["", "identity"].includes(mergeFieldList(undefined, contentEncoding).toLowerCase());
}

/** The 413 of a body over its limit. */
function tooLarge(limit: number): Rejection {
  return rejection(413, `the body must have at most ${limit} bytes`);
}

/** The rejection of a body that did not arrive. */
function faultyBody(fault: BodyFault, limit: number): Rejection {
  switch (fault) {
    case "too-large":
      return tooLarge(limit);
    case "timeout":
      return rejection(408, "the body did not arrive in time");
    case "gone":
      // The client is usually gone. An incomplete body never reaches a handler.
      return invalidBody([{ message: "did not arrive completely" }]);
    case "taken":
      return rejection(500);
    default:
      return assertNever(fault);
  }
}

/** The rejection of content that its media type does not allow. */
function undecodable({ issues }: DecodeError): Rejection {
  return invalidRequest(issues.map((issue): RequestIssue => ({ in: "body", ...issue })));
}

/** The rejection of a body that its schema refuses. */
function invalidBody(issues: Iterable<StandardIssue>): Rejection {
  return invalidRequest(toldOf(issues));
}

// Converts one issue at a time, because the answer has only the first ones.
function* toldOf(issues: Iterable<StandardIssue>): Generator<RequestIssue> {
  let silent = true;
  for (const issue of issues) {
    silent = false;
    yield { in: "body", pointer: pointerOf(issue), message: issue.message };
  }
  // A schema may refuse a value without an issue.
  if (silent) {
    yield { in: "body", pointer: "", message: "is not valid" };
  }
}

/** The codec and the rules of some content. */
interface DecodeRules {
  readonly limits: DecodeLimits;
  /** Names the content in errors. */
  readonly mediaType: string | undefined;
}

/** Decodes content; throws `DecodeError`. */
export function decodedBy(
  codec: Codec,
  bytes: Uint8Array,
  { limits, mediaType }: DecodeRules,
): unknown {
  try {
    return codec.decode(bytes, limits);
  } catch (error) {
    // A codec may be any library, and the messages of its errors are not meant for clients.
    throw error instanceof DecodeError ? error : new DecodeError(`must be valid ${mediaType}`);
  }
}

/** The same bytes once the first of them has arrived; `undefined` if there are none. */
async function begunStream(
  stream: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const reader = stream.getReader();
  const read = async (): Promise<ReadStep> => {
    for (;;) {
      const next = await reader.read();
      if (next.done || next.value.length > 0) {
        return next;
      }
    }
  };
  const first = await read();
  if (first.done) {
    return undefined;
  }
  const begun = [first];
  return relayed(
    {
      read: async () => begun.pop() ?? read(),
      cancel: (reason) => reader.cancel(reason),
    },
    {},
  );
}
