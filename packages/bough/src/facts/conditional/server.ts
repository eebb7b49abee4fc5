// Conditional requests: endpoints with `.conditional()` send versions as `ETag`, respond 304 to clients that have the
// version, and change only the version that a client has seen (RFC 9110 13). It reads the preconditions after the
// parameters, refuses writes without one after the body, and evaluates them around the handler, inside all arounds.
import { parseEntityTags, type EntityTag, escapeTag } from "../../shared/http/entity-tag.ts";
import { isWellFormed, decodePercent } from "../../shared/http/percent.ts";
import { MATCH_HEADERS, TAG_HEADER, type ConditionalOptions, type Version } from "./declared.ts";
import { rescued, type Later, after } from "../../shared/internal/later.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { ServerCall, Occurrence } from "../../serve/handler/call.ts";
import { HandlerError, takenName } from "../../serve/handler/handler-error.ts";
import { type Answer, NOSNIFF, valueIn } from "../../serve/exchange/answer.ts";
import { rejection, type RequestIssue } from "../../serve/exchange/rejection.ts";
import { rejectionAnswer } from "../../serve/response/write-failure.ts";
import { negotiate } from "../../shared/http/accept.ts";
import { nameOf } from "../../shared/http/media-type.ts";
import { valueAt } from "../../shared/internal/record.ts";
import { mediaTypesOf, representationsOf } from "../../serve/request/representation.ts";
import { finish } from "../../serve/response/write-headers.ts";
import type {
  EndpointPart,
  PartRoute,
  EndpointNames,
  ServerPart,
} from "../../serve/routing/part.ts";
import { warn } from "../../serve/options/report.ts";
import { headerOf, schemesOf } from "../security/declared.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";

/** The tags of a header; `undefined` if it was not sent. */
type Tags = "*" | readonly EntityTag[] | undefined;

/** The headers of a request; a malformed one is an issue. */
function preconditionsOf(
  call: ServerCall,
  issues: RequestIssue[],
): readonly [match: Tags, noneMatch: Tags] {
  const read = (name: string): Tags => {
    const line = call["~exchange"].header(name);
    const tags = line === undefined ? undefined : parseEntityTags(line);
    if (line !== undefined && tags === undefined) {
      issues.push({ in: "header", name, message: 'must be * or entity tags: "3", "4"' });
    }
    return tags;
  };
  const [match, noneMatch] = MATCH_HEADERS;
  return [read(match), read(noneMatch)];
}

/** Adds members to a call; throws a `HandlerError` if a view has taken their names. */
function addMembers(call: ServerCall, members: PropertyDescriptorMap): void {
  const taken = Object.keys(members).find((name) => Object.hasOwn(call, name));
  if (taken !== undefined) {
    throw takenName(call.endpoint, taken);
  }
  Object.defineProperties(call, members);
}

/** Ends a handler with an answer: what `notModified` and `changed` throw. */
class Ended {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** Runs a handler that may be ended. */
function untilEnded(handle: () => Later<Answer>): Later<Answer> {
  return rescued(handle, (error) => {
    if (error instanceof Ended) {
      return error.answer;
    }
    throw error;
  });
}

/** The 412: the client has not seen the current version. */
function preconditionFailed(): Answer {
  return rejectionAnswer(rejection(412, "the resource has changed: read it again"));
}

/** The text of a version; throws a `HandlerError` for another value. */
function textOf(version: unknown, what: string, call: ServerCall): string {
  const isVersion =
    typeof version === "string"
      ? isWellFormed(version)
      : Number.isFinite(version) || typeof version === "bigint";
  if (isVersion) {
    return String(version);
  }
  const text = `${what} is ${shown(version)}: a version is a string, a number or a bigint`;
  throw new HandlerError("missing-version", call.endpoint, text);
}

// What describes content, which a 304 does not have (RFC 9110 15.4.5).
const OF_CONTENT = /^(?:content-(?!location$).*|last-modified|accept-ranges)$/i;
const REVALIDATED = ["cache-control", "private, no-cache"];

/** What is done for a conditional GET. */
function conditionalRead(
  { endpoint, codecs }: PartRoute,
  { version: path }: ConditionalOptions,
): EndpointPart {
  const representations = representationsOf(endpoint.responses[0]?.body, codecs);
  const types = representations.length > 1 ? (mediaTypesOf(representations) ?? []) : [];
  const isSecured = endpoint.security?.some((one) => one["~security"] !== "anonymous") === true;
  const notModified = (call: ServerCall) => (version: Version) => {
    const preferred = types[Math.max(0, negotiate(call["~exchange"].accept, types))];
    const tag = tagOf(
      textOf(version, "the version of notModified()", call),
      preferred && nameOf(preferred),
    );
    const ended = precondition(call, tag, () =>
      finish(
        { status: 304, headers: {}, given: undefined, fixed: [...NOSNIFF, TAG_HEADER, tag] },
        call,
      ),
    );
    if (ended !== undefined) {
      throw new Ended(ended);
    }
  };
  return {
    head: (call, issues) => {
      preconditionsOf(call, issues);
      addMembers(call, { notModified: { value: notModified(call) } });
    },
    content: ({ value, call, status, options }, mediaType) => {
      if (status < 200 || status > 299) {
        return [];
      }
      const [version, what] =
        path === undefined
          ? [options?.etag, "the etag of respond(value, { etag })"]
          : [valueAt(value, path), `the version at "${path}"`];
      return [TAG_HEADER, tagOf(textOf(version, what, call), mediaType)];
    },
    run: (call, handle) =>
      after(untilEnded(handle), (answer) => {
        const tag = answer.status < 300 ? valueIn(answer.headers, TAG_HEADER) : undefined;
        return (
          (tag === undefined ? undefined : precondition(call, tag, () => asNotModified(answer))) ??
          answer
        );
      }),
    ...(isSecured ? { storage: () => REVALIDATED } : {}),
  };
}

// `If-Match` comes first (RFC 9110 13.2.2).
function precondition(
  call: ServerCall,
  tag: string,
  notModified: () => Answer,
): Answer | undefined {
  const [match, noneMatch] = preconditionsOf(call, []);
  const isCurrent = ({ opaque }: { readonly opaque: string }): boolean => `"${opaque}"` === tag;
  if (match !== undefined && match !== "*" && !match.some((one) => !one.isWeak && isCurrent(one))) {
    return preconditionFailed();
  }
  return noneMatch === "*" || noneMatch?.some(isCurrent) === true ? notModified() : undefined;
}

function asNotModified({ headers }: Answer): Answer {
  const kept = headers.filter((_, at) => !OF_CONTENT.test(headers[at - (at % 2)] ?? ""));
  return { status: 304, headers: kept, body: undefined };
}

// Representations of one version are different content, so they have different tags (RFC 9110 8.8.3.3).
function tagOf(version: string, mediaType: string | undefined): string {
  const suffix = mediaType === undefined ? "" : `;${escapeTag(mediaType)}`;
  return `"${escapeTag(version)}${suffix}"`;
}

/** The versions that a client has seen; `null` if it wants to create. `undefined` without a precondition. */
type Seen = readonly string[] | "*" | null | undefined;

/** The precondition of a call, and whether its handler has used it. */
interface Precondition {
  readonly seen: Seen;
  isUsed: boolean;
}

function conditionalWrite(
  { endpoint }: PartRoute,
  { changed: failure, required }: ConditionalOptions,
): EndpointPart {
  const { method, template } = endpoint;
  const creates = method === "PUT";
  const preconditions = new WeakMap<ServerCall, Precondition>();
  const changed =
    (call: ServerCall) =>
    (data?: unknown, occurrence?: Occurrence): never => {
      if (failure === undefined) {
        throw new Ended(preconditionFailed());
      }
      return call.fail(failure, data, occurrence);
    };
  const missing = rejection(
    428,
    `send If-Match with the version that you have read${creates ? ", or If-None-Match: * to create" : ""}`,
  );
  const unused = `bough: ${method} ${template} is conditional, but its handler compares no version, so a change may be lost: use ifMatch or expect()`;
  return {
    head: (call, issues) => {
      const own: Precondition = { seen: seenBy(call, issues, creates), isUsed: false };
      preconditions.set(call, own);
      const used = (): Seen => {
        own.isUsed = true;
        return own.seen;
      };
      addMembers(call, {
        ifMatch: { get: used },
        changed: { value: changed(call) },
        expect: {
          value: (version: Version | null | undefined, ...data: [unknown?, Occurrence?]): void => {
            const current =
              version === undefined || version === null
                ? undefined
                : textOf(version, "the version of expect()", call);
            if (!holds(used(), current)) {
              changed(call)(...data);
            }
          },
        },
      });
    },
    admitted: (call) =>
      required !== false && preconditions.get(call)?.seen === undefined ? missing : undefined,
    run: (call, handle) =>
      after(untilEnded(handle), (answer) => {
        const own = preconditions.get(call);
        if (own?.seen !== undefined && !own.isUsed && answer.status < 400) {
          warn(unused);
        }
        return answer;
      }),
  };
}

function seenBy(call: ServerCall, issues: RequestIssue[], creates: boolean): Seen {
  const [match, noneMatch] = preconditionsOf(call, issues);
  if (noneMatch !== undefined && (!creates || noneMatch !== "*")) {
    const message = creates ? "must be *" : "is not for this method: send If-Match";
    issues.push({ in: "header", name: MATCH_HEADERS[1], message });
  }
  if (match === undefined) {
    return noneMatch === undefined ? undefined : null;
  }
  // A resource that exists and does not exist: the condition is false.
  if (noneMatch !== undefined) {
    return [];
  }
  // The strong comparison: a weak tag is never equal (RFC 9110 8.8.3.2). A tag has the media type of its representation
  // behind a semicolon.
  return match === "*"
    ? match
    : match.flatMap(({ isWeak, opaque }) =>
        isWeak ? [] : (decodePercent(opaque.replace(/;.*/, "")) ?? []),
      );
}

function holds(seen: Seen, current: string | undefined): boolean {
  if (seen === undefined) {
    return true;
  }
  if (seen === null) {
    return current === undefined;
  }
  return current !== undefined && (seen === "*" || seen.includes(current));
}

/** Evaluates preconditions. */
export function conditional(): ServerPart {
  return {
    names: namesOf,
    endpoint: (route) => {
      const { conditional: options, method } = route.endpoint;
      return options && (method === "GET" ? conditionalRead : conditionalWrite)(route, options);
    },
  };
}

// A cache that asks with the tag of another user's response must not get a 304.
function namesOf({
  conditional: options,
  method,
  security = [],
}: AnyEndpoint): Partial<EndpointNames> {
  if (options === undefined) {
    return {};
  }
  return method === "GET"
    ? {
        reads: MATCH_HEADERS,
        writes: [TAG_HEADER],
        varies: security
          .flatMap(schemesOf)
          .map(headerOf)
          .filter((header) => header !== undefined),
      }
    : { reads: method === "PUT" ? MATCH_HEADERS : MATCH_HEADERS.slice(0, 1) };
}
