// What a failure travels as: a problem, read as far as it is used, and not trusted. Which
// failure it is, is for decode-response.ts to say. The server's counterpart is
// server/encode-failure.ts.

/** The standard's members, as far as they are text, and what stands beside them (RFC 9457 3). */
export interface Problem {
  readonly type: string;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly instance: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads any decoded value as a problem; members of the wrong type are ignored (RFC 9457 3.1). */
export function problemOf(value: unknown): Problem {
  const { type, title, status: _, detail, instance, ...data } = Object(value) as Members;
  return {
    type: textOf(type) ?? "about:blank",
    title: textOf(title),
    detail: textOf(detail),
    instance: textOf(instance),
    data,
  };
}

type Members = Readonly<Record<string, unknown>>;

/** A value that is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
