// The answers to requests that a security check refuses: 401 with challenges, 403, or the failures of a scheme.
import type { AnyFailure } from "../../../declaration/failure/failure.ts";
import type { AnyScheme } from "../../../declaration/security/scheme.ts";
import { Failed } from "../../call/failed.ts";
import { rejection, type Rejection } from "../../exchange/rejection.ts";
import { challengeOf, isBearer, type ChallengeError } from "./challenge.ts";

/** The 403 of a scheme; `undefined` is `anonymous`. */
export function forbidden(scheme: AnyScheme | undefined): Rejection {
  if (scheme === undefined) {
    return rejection(403);
  }
  const headers = isBearer(scheme) ? challenges([scheme], () => "insufficient_scope") : [];
  return refusal(403, headers, scheme["~scheme"].forbidden);
}

/** The challenges of schemes as headers, names and values in turn. */
export function challenges(
  schemes: readonly AnyScheme[],
  errorOf: (scheme: AnyScheme) => ChallengeError | undefined,
): string[] {
  const each = schemes.map((scheme) => challengeOf(scheme, errorOf(scheme)));
  return [...new Set(each)].flatMap((challenge) => ["www-authenticate", challenge]);
}

/** A rejection; throws the failure that a scheme has in its place, which carries the challenges too. */
export function refusal(
  status: number,
  headers: readonly string[],
  failure: AnyFailure | undefined,
): Rejection {
  if (failure === undefined) {
    return rejection(status, undefined, headers);
  }
  const values = headers.filter((_, index) => index % 2 === 1);
  throw new Failed(failure, undefined, {
    headers: values.length > 0 ? { "www-authenticate": values } : {},
  });
}
