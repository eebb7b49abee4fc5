// Headers, cookies and bodies as they are sent.
import { post, rootResource } from "bough";
import { createClient } from "bough/client";
import type { ContractContent, ContractType } from "bough/contract";

/** The value of a header or a cookie as text. */
export function textOf(value: unknown, type: ContractType): string {
  if (Array.isArray(value)) {
    const between = type.style === "space" ? " " : type.style === "pipe" ? "|" : ",";
    return value.map((one) => textOf(one, type.element ?? type)).join(between);
  }
  if (value instanceof Date) {
    return value.toISOString();
  }
  return typeof value === "string"
    ? value
    : typeof value === "bigint"
      ? `${value}`
      : JSON.stringify(value);
}

/** Whether a value is sent as JSON. */
export function isJson({ kind, mediaType }: ContractContent): boolean {
  return (
    (kind === "negotiated" || kind === "codec") && /^application\/(?:.+\+)?json\b/.test(mediaType)
  );
}

export interface SentBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const utf8 = new TextEncoder();

/** A body as bytes. The client of the declaration writes forms and parts; its errors pass. */
export async function bytesOf(
  value: unknown,
  content: ContractContent,
  declared: unknown,
): Promise<SentBody> {
  const { kind, mediaType } = content;
  if (isJson(content)) {
    return { mediaType, bytes: utf8.encode(JSON.stringify(value)) };
  }
  if (kind === "text") {
    return { mediaType: `${mediaType}; charset=utf-8`, bytes: utf8.encode(String(value)) };
  }
  if (kind === "json-lines" && Array.isArray(value)) {
    const lines = value.map((item) => `${JSON.stringify(item)}\n`).join("");
    return { mediaType, bytes: utf8.encode(lines) };
  }
  if (value instanceof Uint8Array) {
    return {
      mediaType: mediaType.includes("*") ? "application/octet-stream" : mediaType,
      bytes: value,
    };
  }
  return writtenByClient(value, content, declared);
}

// The types of a body that is only known at run time tell nothing.
interface Untyped {
  readonly request: (endpoint: unknown, body: unknown, options: object) => Promise<unknown>;
}

async function writtenByClient(
  value: unknown,
  { mediaType }: ContractContent,
  declared: unknown,
): Promise<SentBody> {
  let sent: Request | undefined;
  const client = createClient({
    baseUrl: "http://localhost",
    fetch: async (url, init) => {
      sent = new Request(url, init);
      return new Response(undefined, { status: 204 });
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the declaration was verified where it is declared
  const body = declared as Parameters<ReturnType<typeof post>["request"]>[0];
  const { send } = rootResource({ send: post().request(body) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const untyped = client as unknown as Untyped;
  const several = /,/.test(mediaType) ? {} : { mediaType };
  try {
    await untyped.request(send, value, several);
  } catch (error) {
    if (sent === undefined) {
      await untyped.request(send, value, {});
    }
    if (sent === undefined) {
      throw error;
    }
  }
  return {
    mediaType: sent?.headers.get("content-type") ?? mediaType,
    bytes: new Uint8Array(await new Response(sent?.body).arrayBuffer()),
  };
}
