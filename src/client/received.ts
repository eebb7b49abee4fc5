// An answer while it is read: its bytes, its body as a value, its declared headers.
// Which of the declared answers it is, is for decode-response.ts to say.
import type { Codec } from "../codec/codec.ts";
import { listStyleOf, readTexts } from "../declaration/parameter-texts.ts";
import { Issue } from "../declaration/parameter.ts";
import type { ParameterParts } from "../declaration/parameter.ts";
import { essenceOf } from "../http/media-type.ts";
import { isNullBodyStatus } from "../http/status.ts";
import type { CallIssue } from "./call-error.ts";
import { CallResult } from "./call-result.ts";
import type { Answer } from "./call-result.ts";
import { schemaOf } from "./declared-body.ts";
import type { DeclaredBody } from "./declared-body.ts";
import type { Sending } from "./exchange.ts";
import { InvalidResponseError } from "./invalid-response-error.ts";
import { plainJson } from "./plain-json.ts";
import { issuesOf } from "./received-schema.ts";

/** An answer, and the call it answers. */
export interface Received {
  readonly sending: Sending;
  readonly response: Response;
  /** Whether there is no content, whatever the headers say. */
  readonly empty: boolean;
  /** The content's media type without parameters, lower-case; empty where there is none. */
  readonly essence: string;
  /** What decodes the content; `undefined` for a type that nothing decodes. */
  readonly codec: Codec | undefined;
}

/** A value that was read, or what is wrong with it. */
export interface Value {
  readonly value?: unknown;
  readonly issues: readonly CallIssue[];
  readonly cause?: unknown;
}

/** What can be said of an answer before its content is read. */
export function receive(sending: Sending, response: Response): Received {
  const essence = essenceOf(response.headers.get("content-type") ?? "");
  const { codecs } = sending.settings;
  const find = (type: string): Codec | undefined =>
    codecs.find((codec) => essenceOf(codec.mediaType) === type);
  return {
    sending,
    response,
    empty: sending.call.method === "HEAD" || isNullBodyStatus(response.status),
    essence,
    codec:
      find(essence) ??
      (essence.endsWith("+json") ? (find("application/json") ?? plainJson) : undefined),
  };
}

/** Content as the value of a declared body. */
export function decodeBody(
  received: Received,
  bytes: Uint8Array,
  body?: DeclaredBody,
): Promise<Value> {
  const { codec } = received;
  // No limit of depth: nothing of ours recurses into the value.
  return validated(received, body, () => codec?.decode(bytes, { depth: Infinity }));
}

/** A value that the schema of a declared body has looked at. */
export async function validated(
  { sending, essence }: Received,
  body: DeclaredBody,
  read: () => unknown,
): Promise<Value> {
  const schema = sending.settings.options.validateResponses === false ? undefined : schemaOf(body);
  try {
    const value = read();
    const issues = (schema && (await issuesOf(schema, value))) ?? [];
    return {
      value,
      issues: issues.map(({ message, path = [] }) => ({
        in: "body",
        name: path.map((step) => String(typeof step === "object" ? step.key : step)).join("."),
        message,
      })),
    };
  } catch (cause) {
    const message = `cannot be read as ${essence}`;
    return { issues: [{ in: "body", name: "", message }], cause };
  }
}

/** The result of a declared answer; throws where its headers are not as declared. */
export function resultOf(
  { sending: { call }, response }: Received,
  declared: ParameterParts,
  answer: Answer,
): CallResult {
  const issues: CallIssue[] = [];
  const headers = Object.entries(declared).map(([name, type]) => {
    const value = readTexts(type, textsOf(response.headers, name, !!listStyleOf(type)));
    if (value instanceof Issue) {
      issues.push({ in: "header", name, message: value.message });
    }
    return [name, value] as const;
  });
  if (issues.length > 0) {
    throw new InvalidResponseError(call, response.status, issues);
  }
  return new CallResult(call, response, Object.fromEntries(headers), answer);
}

function textsOf(headers: Headers, name: string, list: boolean): readonly string[] {
  // The one header that is never joined (RFC 9110 5.3).
  if (/^set-cookie$/i.test(name)) {
    return headers.getSetCookie();
  }
  const text = headers.get(name);
  if (text === null) {
    return [];
  }
  return list
    ? text
        .split(",")
        .map((element) => element.trim())
        .filter(Boolean)
    : [text];
}
