// A rejection: the server refuses a request before a handler runs. It is a value, which
// `rejectionAnswer` turns into an answer.
import { rejectionRow } from "../../declare/failure/rejections.ts";
import { statusPhrase } from "../../shared/http/status.ts";

/** One mistake in a request. */
export interface RequestIssue {
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  /** The name of the parameter, header or cookie. */
  readonly name?: string;
  /** The place in the body, as a JSON pointer (RFC 6901). */
  readonly pointer?: string;
  readonly message: string;
}

/** A request that the server refused before a handler ran. */
export interface Rejection {
  readonly status: number;
  /** `urn:bough:…`. */
  readonly type: string;
  readonly title: string;
  readonly detail: string | undefined;
  /** All faults of the request, for 400. */
  readonly errors: readonly RequestIssue[];
  /** Names and values in turn, such as `Allow` and `Accept`. */
  readonly headers: readonly string[];
}

/** Makes a rejection. */
export function rejection(
  status: number,
  detail?: string,
  headers: readonly string[] = [],
): Rejection {
  // A host may refuse with another status.
  const { type, title } = rejectionRow(status) ?? { type: "error", title: statusPhrase(status) };
  return { status, type: `urn:bough:${type}`, title, detail, errors: [], headers };
}

// The limits of a 400: the number of issues, the characters of one, and of all.
const MOST_ISSUES = 100;
const LONGEST = { message: 500, name: 200, pointer: 1_024 };
const LONGEST_TOLD = 8_192;

/** A 400 with all issues. The messages of a validator are truncated, and values are never repeated. */
export function invalidRequest(errors: Iterable<RequestIssue>): Rejection {
  const kept: RequestIssue[] = [];
  let size = 0;
  for (const error of errors) {
    const short = shorten(error);
    size += JSON.stringify(short).length;
    if (size > LONGEST_TOLD) {
      break;
    }
    kept.push(short);
    if (kept.length === MOST_ISSUES) {
      break;
    }
  }
  return { ...rejection(400), errors: kept };
}

// A truncated pointer would name another place, so a pointer that is too long becomes empty.
function shorten({ name, pointer, message, ...rest }: RequestIssue): RequestIssue {
  return {
    ...rest,
    ...(name === undefined ? {} : { name: name.slice(0, LONGEST.name) }),
    ...(pointer === undefined ? {} : { pointer: pointer.length > LONGEST.pointer ? "" : pointer }),
    message: message.slice(0, LONGEST.message),
  };
}
