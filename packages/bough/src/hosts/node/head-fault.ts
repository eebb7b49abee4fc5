// Faults in a request's head that Node's parser accepts: dropped lines, and framing that other servers read
// differently. The connection ends in both cases, because the start of the next request is unknown.
import { invalidRequest, rejection, type Rejection } from "../../server/exchange/rejection.ts";
import { ENDED } from "./ended.ts";
import { isNamed } from "./raw-headers.ts";

/** How many names and values of a head Node keeps by default. */
export const CUT_HEAD = 2_000;

const CLOSE = ["connection", "close"];
const TOO_MANY = rejection(431, "the request must have fewer than 1,000 header lines", CLOSE);
const NO_CODING: Rejection = {
  ...invalidRequest([{ in: "header", name: "transfer-encoding", message: "must not be empty" }]),
  headers: CLOSE,
};

const AFTER_END = rejection(400, "the connection ended before this request", CLOSE);

/** The parts of a head that are checked. */
interface Head {
  readonly socket?: object | undefined;
}

/** The fault of a request that follows the last answer of its connection. */
export function afterEnd({ socket }: Head): Rejection | undefined {
  return socket && ENDED.has(socket) ? AFTER_END : undefined;
}

/**
 * The fault of a request, by its raw header lines. Node may have dropped lines when there are `most` names
 * and values.
 */
export function headFault(
  { socket }: Head,
  raw: readonly string[],
  most: number,
): Rejection | undefined {
  const fault = raw.length >= most ? TOO_MANY : framingFault(raw);
  if (fault !== undefined && socket) {
    ENDED.add(socket);
  }
  return fault;
}

function framingFault(raw: readonly string[]): Rejection | undefined {
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    // RFC 9112 6.3: the length is unknown unless the last coding is `chunked`.
    if (name.length === 17 && raw[index + 1] === "" && isNamed(name, "transfer-encoding")) {
      return NO_CODING;
    }
  }
  return undefined;
}
