// Conditional PUT, PATCH and DELETE: the handler gets the versions that the client has seen, and responds 412 if the
// resource has another one.
import type { ConditionalOptions, Version } from "../../../declaration/endpoint/conditional.ts";
import { MATCH_HEADERS } from "../../../declaration/endpoint/facts.ts";
import { decodePercent } from "../../../http/percent.ts";
import { after } from "../../../internal/later.ts";
import type { ServerCall } from "../../call/call.ts";
import type { Occurrence } from "../../call/failed.ts";
import { rejection, type RequestIssue } from "../../exchange/rejection.ts";
import { warn } from "../../options/report.ts";
import type { EndpointPart, PartRoute } from "../../routing/part.ts";
import {
  addMembers,
  Ended,
  preconditionFailed,
  preconditionsOf,
  textOf,
  untilEnded,
} from "./preconditions.ts";

/** The versions that a client has seen; `null` if it wants to create. `undefined` without a precondition. */
type Seen = readonly string[] | "*" | null | undefined;

/** The precondition of a call, and whether its handler has used it. */
interface Precondition {
  readonly seen: Seen;
  isUsed: boolean;
}

/** What is done for a conditional write. */
export function conditionalWrite(
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
  // The strong comparison: a weak tag is never equal (RFC 9110 8.8.3.2).
  return match === "*"
    ? match
    : match.flatMap(({ isWeak, opaque }) => (isWeak ? [] : (versionIn(opaque) ?? [])));
}

// A tag has the media type of its representation behind a semicolon.
function versionIn(opaque: string): string | undefined {
  return decodePercent(opaque.replace(/;.*/, ""));
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
