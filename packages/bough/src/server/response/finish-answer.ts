// Adds the headers of the handler to an answer, and those that depend on them.
import type { ParameterParts } from "../../declaration/parameter/parameter.ts";
import { NO_STORE, valueIn, withFixed, type Answer } from "../exchange/answer.ts";
import type { ServerCall } from "../call/call.ts";
import { encodeHeaders, type RawHeaders } from "./encode-headers.ts";

/** An answer without the handler's headers. */
export interface AnswerParts {
  readonly status: number;
  /** Declared headers by name. */
  readonly headers: ParameterParts;
  /** The handler's headers, declared or not. */
  readonly given: RawHeaders | undefined;
  /** Names and values in turn. The handler's headers override them. */
  readonly fixed: readonly string[];
  readonly body?: Answer["body"];
}

/**
 * Makes an answer; throws `HandlerError` for headers that cannot be sent. Caches must not store an answer that sets a
 * cookie, or one to a request with credentials, unless the handler allows it (RFC 9111 3.5, 7.3).
 */
export function finish(
  { status, headers, given, fixed, body }: AnswerParts,
  call: ServerCall,
): Answer {
  const own = encodeHeaders(headers, given, call.endpoint);
  const kept = valueIn(fixed, "cache-control") === undefined ? storage(call, own) : [];
  const all = kept.length > 0 ? [...fixed, ...kept] : fixed;
  return { status, headers: withFixed(all, own), body };
}

/** The `Cache-Control` of an answer with these headers, unless the handler sets it. */
export function storage(call: ServerCall, own: readonly string[] = []): readonly string[] {
  if (own.some(isSetCookie)) {
    return NO_STORE;
  }
  for (const decide of call["~scope"].storages) {
    const decided = decide(call);
    if (decided !== undefined) {
      return decided;
    }
  }
  // A guard may read `Authorization` although the endpoint declares no security.
  return call["~exchange"].authorized ? NO_STORE : [];
}

/** The headers that the parts of an endpoint add to each of its answers. */
export function addedHeaders(call: ServerCall): readonly string[] {
  return call["~scope"].added.flatMap((add) => add(call));
}

/** An answer with the headers that the parts of its endpoint add. */
export function withAddedHeaders(answer: Answer, call: ServerCall): Answer {
  return call["~scope"].added.length === 0
    ? answer
    : { ...answer, headers: [...answer.headers, ...addedHeaders(call)] };
}

function isSetCookie(text: string, index: number): boolean {
  return index % 2 === 0 && text.toLowerCase() === "set-cookie";
}
