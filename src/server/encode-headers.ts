// The headers of an answer: declared ones by their parameter types, others as text.
import { isFieldName, isFieldValue } from "../http/header-value.ts";
import { encodeAll } from "../declaration/parameter-codec.ts";
import { Issue } from "../declaration/parameter.ts";
import type { ParameterParts } from "../declaration/parameter.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import { HandlerError } from "./handler-error.ts";

/** Headers as a handler gives them: values by name, several lines as a list. */
export type RawHeaders = Readonly<Record<string, unknown>>;

/** Names and values in turn; throws `HandlerError` for what no header carries. */
export function encodeHeaders(
  parts: ParameterParts,
  given: RawHeaders | undefined,
  endpoint: AnyEndpoint,
): string[] {
  const written: string[] = [];
  for (const [name, type] of Object.entries(parts)) {
    const value: unknown =
      given !== undefined && Object.hasOwn(given, name) ? given[name] : undefined;
    const texts = encodeAll(type, value);
    if (texts instanceof Issue) {
      throw refused(endpoint, name, texts.message);
    }
    if (texts.length > 0) {
      written.push(name, texts.join(", "));
    }
  }
  for (const [name, value] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(parts, name) && value !== undefined) {
      for (const line of Array.isArray(value) ? (value as unknown[]) : [value]) {
        written.push(name, String(line));
      }
    }
  }
  const wrong = written.findIndex(
    (text, index) => !(index % 2 === 0 ? isFieldName(text) : isFieldValue(text)),
  );
  if (wrong >= 0) {
    throw refused(
      endpoint,
      written[wrong - (wrong % 2)] ?? "",
      "has a name or value that no header carries",
    );
  }
  return written;
}

/** Whether a header is among names and values in turn. */
export function hasHeader(headers: readonly string[], name: string): boolean {
  return headers.some((field, index) => index % 2 === 0 && field.toLowerCase() === name);
}

function refused(endpoint: AnyEndpoint, name: string, fault: string): HandlerError {
  return new HandlerError(
    "invalid-header",
    endpoint,
    `the response header ${JSON.stringify(name)} ${fault}`,
  );
}
