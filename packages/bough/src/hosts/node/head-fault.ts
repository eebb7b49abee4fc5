// What is wrong with a head that Node's parser lets pass: lines that are lost, and a framing that
// other servers read otherwise. The connection ends in both cases, for nobody knows where the
// next request begins.
import { invalidRequest, rejection } from "../../server/exchange/rejection.ts";
import type { Rejection } from "../../server/exchange/rejection.ts";
import { ENDED } from "./ended.ts";
import { isNamed } from "./raw-headers.ts";

/** How many names and values a head has before Node drops the rest, unless its server says otherwise. */
export const CUT_HEAD = 2_000;

const CLOSE = ["connection", "close"];
const TOO_MANY = rejection(431, "the request must have fewer than 1,000 header lines", CLOSE);
const NO_CODING: Rejection = {
  ...invalidRequest([{ in: "header", name: "transfer-encoding", message: "must not be empty" }]),
  headers: CLOSE,
};

const AFTER_END = rejection(400, "the connection ended before this request", CLOSE);

/** What a head is looked at for. */
interface Head {
  readonly socket?: object | undefined;
}

/** The fault of a request that comes after the last answer of its connection. */
export function afterEnd({ socket }: Head): Rejection | undefined {
  return socket && ENDED.has(socket) ? AFTER_END : undefined;
}

/** The fault of a request by its raw header lines, of which some may be lost from `most` names and values on. */
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
    // RFC 9112 6.3: without a last coding that is `chunked` nobody knows the length.
    if (name.length === 17 && raw[index + 1] === "" && isNamed(name, "transfer-encoding")) {
      return NO_CODING;
    }
  }
  return undefined;
}
