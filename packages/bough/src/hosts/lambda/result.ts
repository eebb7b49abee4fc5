// The object that a function returns for a response.
import { toBase64, strictUtf8 } from "../../shared/internal/encodings.ts";
import { measured, type Written } from "../../serve/exchange/fetch-exchange.ts";
import type { EventKind, LambdaEvent } from "./event.ts";
import { responseLimit, tooLarge } from "./limits.ts";

/** The return value of the function: a response in the format of its event. */
export interface LambdaResult {
  readonly statusCode: number;
  readonly headers?: Record<string, string>;
  /** Instead of `headers`, if the event had them. */
  readonly multiValueHeaders?: Record<string, string[]>;
  /** Payload format 2.0: the values of `Set-Cookie`. */
  readonly cookies?: string[];
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** The head of a response with one line for each header, and its cookies. */
export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly cookies: string[];
}

export function headOf(written: Omit<Written, "content">): ResponseHead {
  const lines = linesOf(written);
  const cookies = lines.get("set-cookie") ?? [];
  lines.delete("set-cookie");
  const headers = Object.fromEntries([...lines].map(([name, values]) => [name, values.join(", ")]));
  return { statusCode: written.status, headers, cookies };
}

/** The response in the format of its event. Throws if Lambda or a load balancer cannot send it. */
export function resultOf(written: Written, event: LambdaEvent, kind: EventKind): LambdaResult {
  const result = { ...formatted(written, event, kind), ...bodyOf(written) };
  // Measuring needs the whole JSON. A short body cannot be too long, even with each character escaped.
  const isLong = result.body.length > 100_000;
  if (isLong && measured(JSON.stringify(result)).length > responseLimit(kind)) {
    throw tooLarge(kind);
  }
  return result;
}

function formatted(
  written: Written,
  { multiValueHeaders }: LambdaEvent,
  kind: EventKind,
): Omit<LambdaResult, "body" | "isBase64Encoded"> {
  if (kind === "1.0" || (kind === "alb" && multiValueHeaders)) {
    const statusCode = written.status;
    return { statusCode, multiValueHeaders: Object.fromEntries(linesOf(written)) };
  }
  const { cookies, ...head } = headOf(written);
  if (kind === "2.0") {
    return { ...head, cookies };
  }
  const [cookie, ...more] = cookies;
  if (more.length > 0) {
    throw new RangeError(
      `toLambda: the response sets ${cookies.length} cookies, but the target group sends one: turn on its multi-value headers`,
    );
  }
  return cookie === undefined
    ? head
    : { ...head, headers: { ...head.headers, "set-cookie": cookie } };
}

/** The lines of each header by its lower-case name. */
function linesOf({ headers, length }: Omit<Written, "content">): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? "").toLowerCase();
    lines.set(name, [...(lines.get(name) ?? []), headers[index + 1] ?? ""]);
  }
  return length === undefined ? lines : lines.set("content-length", [String(length)]);
}

// API Gateway decodes base64 only for its `binaryMediaTypes`, so text is sent as text.
function bodyOf({ content, headers }: Written): Pick<LambdaResult, "body" | "isBase64Encoded"> {
  if (!(content instanceof Uint8Array)) {
    return { body: typeof content === "string" ? content : "", isBase64Encoded: false };
  }
  const type = headers.find(
    (_, at) => at % 2 === 1 && /^content-type$/i.test(headers[at - 1] ?? ""),
  );
  if (/^text\/|json|xml|javascript|urlencoded/i.test(type ?? "")) {
    try {
      return { body: strictUtf8.decode(content), isBase64Encoded: false };
    } catch {
      // In another encoding, or compressed.
    }
  }
  return { body: toBase64(content), isBase64Encoded: true };
}
