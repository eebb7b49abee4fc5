// Conditional GET: the version of a response is its `ETag`, and a client that has it gets a 304.
import { negotiate } from "../../../http/accept.ts";
import { escapeTag } from "../../../http/entity-tag.ts";
import { nameOf } from "../../../http/media-type.ts";
import { valueAt } from "../../../declaration/failure/error-path.ts";
import type { ConditionalOptions, Version } from "../../../declaration/endpoint/conditional.ts";
import { TAG_HEADER } from "../../../declaration/endpoint/facts.ts";
import type { ServerCall } from "../../call/call.ts";
import { after } from "../../../internal/later.ts";
import { NOSNIFF, valueIn, type Answer } from "../../exchange/answer.ts";
import { mediaTypesOf, representationsOf } from "../../request/representation.ts";
import { finish } from "../../response/finish-answer.ts";
import type { EndpointPart, PartRoute } from "../../routing/part.ts";
import {
  addMembers,
  Ended,
  preconditionFailed,
  preconditionsOf,
  textOf,
  untilEnded,
} from "./preconditions.ts";

// What describes content, which a 304 does not have (RFC 9110 15.4.5).
const OF_CONTENT = /^(?:content-(?!location$).*|last-modified|accept-ranges)$/i;
const REVALIDATED = ["cache-control", "private, no-cache"];

/** What is done for a conditional GET. */
export function conditionalRead(
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
