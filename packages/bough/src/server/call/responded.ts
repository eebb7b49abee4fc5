// What `respond` gives: a value with its status and headers, to be returned.
import { shown } from "../../internal/shown.ts";

/** What `respond` takes after the value. */
export interface RespondOptions {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly cookies?: Readonly<Record<string, unknown>> | undefined;
  /** The media type of one of several representations. */
  readonly mediaType?: string | undefined;
}

/** An answer that a handler has made and has to return. */
export class RespondedValue {
  readonly value: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>> | undefined;
  readonly cookies: Readonly<Record<string, unknown>> | undefined;
  readonly mediaType: string | undefined;

  constructor(value: unknown, options: RespondOptions = {}) {
    if (typeof options !== "object" || options === null) {
      throw new TypeError(
        `respond: expected an options object { status, headers, cookies, mediaType }, received ${shown(options)}`,
      );
    }
    const { status, headers, cookies, mediaType } = options;
    this.value = value;
    this.status = status;
    this.headers = headers;
    this.cookies = cookies;
    this.mediaType = mediaType;
  }
}
