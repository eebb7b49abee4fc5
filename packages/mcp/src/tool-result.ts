// The result of a tool call: a response as content that a model reads.
import type { CredentialMask } from "./credential-mask.ts";
import { isJsonType } from "./exposed.ts";
import { essenceOf, statusLine, toBase64 } from "./http-text.ts";
import { readEvents, readJsonLines } from "./streams.ts";

/** The result of `tools/call`. */
export interface ToolResult {
  readonly content: readonly ToolContent[];
  /** JSON that the model can use as it is. */
  readonly structuredContent?: unknown;
  readonly isError: true | undefined;
}

/** One item of the content of a result. */
export type ToolContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | { readonly type: "resource"; readonly resource: EmbeddedResource };

interface EmbeddedResource {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
}

/** How a response is read. */
export interface ResultRules {
  /** The most bytes that are read of a response. */
  readonly maxBytes: number;
  /** The most lines or events that are read of a stream. */
  readonly maxItems: number;
  /** Milliseconds for which a body is read. */
  readonly maxWait: number;
  /** The URI of embedded resources. */
  readonly uri: string;
  /** Hides the credentials of the caller. */
  readonly mask: CredentialMask;
}

export function textResult(text: string, isError = false): ToolResult {
  return { content: [{ type: "text", text }], isError: isError || undefined };
}

/** A result with a value, and the same value as text for clients that show no other. */
export function valueResult(value: unknown, isError = false): ToolResult {
  return { ...textResult(JSON.stringify(value), isError), structuredContent: value };
}

/** Reads a response. A failure or a rejection is an error with its body. */
export async function toolResult(response: Response, rules: ResultRules): Promise<ToolResult> {
  const { headers } = response;
  const isError = response.status >= 400;
  const mediaType = headers.get("content-type") ?? "";
  const essence = essenceOf(mediaType);
  const { body } = response;
  const read = body === null ? undefined : READERS.get(essence);
  if (body !== null && read !== undefined && !isError) {
    return valueResult(await itemsOf(read(body, rules.maxBytes), rules));
  }
  const bytes = body === null ? new Uint8Array() : await bytesOf(body, rules);
  if (typeof bytes === "string") {
    return textResult(bytes, true);
  }
  if (bytes.length === 0) {
    const location = headers.get("location");
    const place = location === null ? "" : `, ${rules.mask.text(location)}`;
    return textResult(statusLine(response) + place, isError);
  }
  if (isJsonType(essence)) {
    const value = parsed(decoded(bytes));
    return value === undefined
      ? textResult("the response is not JSON", true)
      : valueResult(rules.mask.value(value), isError);
  }
  if (essence === "multipart/form-data") {
    return { content: await partsOf(bytes, mediaType, rules), isError: isError || undefined };
  }
  return { content: [contentOf(bytes, essence, rules)], isError: isError || undefined };
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function contentOf(bytes: Uint8Array, mimeType: string, rules: ResultRules): ToolContent {
  const [kind] = mimeType.split("/");
  if (kind === "image" || kind === "audio") {
    return { type: kind, data: toBase64(bytes), mimeType };
  }
  const text = /^text\/|[/+](?:xml|javascript|yaml)$/.test(mimeType);
  if (mimeType === "text/plain") {
    return { type: "text", text: rules.mask.text(decoded(bytes)) };
  }
  const shown = text ? { text: rules.mask.text(decoded(bytes)) } : { blob: toBase64(bytes) };
  const resource = { uri: rules.uri, mimeType: mimeType || "application/octet-stream", ...shown };
  return { type: "resource", resource };
}

// A form is the one response that has several contents.
async function partsOf(
  bytes: Uint8Array<ArrayBuffer>,
  mediaType: string,
  rules: ResultRules,
): Promise<ToolContent[]> {
  const form = await new Response(bytes, { headers: { "content-type": mediaType } }).formData();
  return Promise.all(
    [...form].map(async ([name, part]): Promise<ToolContent> => {
      if (typeof part === "string") {
        return { type: "text", text: rules.mask.text(part) };
      }
      const uri = `${rules.uri}#${encodeURIComponent(rules.mask.text(name))}`;
      const type = essenceOf(part.type);
      const content = new Uint8Array(await part.arrayBuffer());
      return isJsonType(type)
        ? {
            type: "resource",
            resource: { uri, mimeType: type, text: rules.mask.text(decoded(content)) },
          }
        : contentOf(content, type, { ...rules, uri });
    }),
  );
}

const READERS: ReadonlyMap<string, typeof readEvents> = new Map([
  ["application/jsonl", readJsonLines],
  ["application/x-ndjson", readJsonLines],
  ["text/event-stream", readEvents],
]);

// A stream may never end, and may be silent for long.
async function itemsOf(
  source: AsyncIterable<unknown>,
  { maxItems, maxWait, mask }: ResultRules,
): Promise<{ readonly items: readonly unknown[]; readonly more: boolean }> {
  const items: unknown[] = [];
  const reader = source[Symbol.asyncIterator]();
  const { late, end } = within(maxWait);
  try {
    for (;;) {
      const next = await Promise.race([reader.next(), late]);
      if (next?.done === true) {
        return { items, more: false };
      }
      if (next === undefined || items.length === maxItems) {
        return { items, more: true };
      }
      items.push(mask.value(next.value));
    }
  } finally {
    end();
    // A generator that waits for its stream ends only with it.
    reader.return?.().catch(() => undefined);
  }
}

/** A promise that resolves after some time, and what ends the wait. */
function within(milliseconds: number): { readonly late: Promise<undefined>; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return { late, end: () => clearTimeout(timer) };
}

/** The bytes of a body, or why they are not read to the end. */
async function bytesOf(
  body: ReadableStream<Uint8Array>,
  { maxBytes, maxWait }: ResultRules,
): Promise<Uint8Array<ArrayBuffer> | string> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const { late, end } = within(maxWait);
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), late]);
      if (next?.done === true) {
        break;
      }
      length += next?.value.length ?? 0;
      if (next === undefined || length > maxBytes) {
        reader.cancel().catch(() => undefined);
        return next === undefined
          ? `the response did not end within ${maxWait} ms`
          : `the response is longer than ${maxBytes} bytes`;
      }
      chunks.push(next.value);
    }
  } finally {
    end();
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
