// The sink of a failure that the project answers a rejection with.
import { withFixed } from "./answer.ts";
import type { Sink } from "./encode-response.ts";
import type { Rejection } from "./rejection.ts";

/**
 * A sink whose answers have the headers of a rejection as well, where they keep its status: a 405
 * has to have `Allow` (RFC 9110 15.5.6), whoever words it. A header of the failure's own wins.
 */
export function refusing({ status, headers }: Rejection, sink: Sink): Sink {
  return {
    answered: (call, answer) =>
      sink.answered(
        call,
        answer.status === status
          ? { ...answer, headers: withFixed(headers, answer.headers) }
          : answer,
      ),
    broken: (call, error) => sink.broken(call, error),
  };
}
