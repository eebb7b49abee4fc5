// The result of `respond`: a value with its status and headers, for the handler to return.
import { shown } from "../../internal/shown.ts";

/** The options of `respond`. */
export interface RespondOptions {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly cookies?: Readonly<Record<string, unknown>> | undefined;
  /** The media type of one of several representations. */
  readonly mediaType?: string | undefined;
  /** The header `Link` of a page. */
  readonly link?: string | undefined;
  /** The version of a conditional response. */
  readonly etag?: unknown;
}

/** The result of `respond`. */
export class RespondedValue {
  readonly value: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>> | undefined;
  readonly cookies: Readonly<Record<string, unknown>> | undefined;
  readonly mediaType: string | undefined;
  readonly link: string | undefined;
  readonly etag: unknown;

  constructor(value: unknown, options: RespondOptions = {}) {
    if (typeof options !== "object" || options === null) {
      throw new TypeError(
        `respond: expected an options object { status, headers, cookies, mediaType }, received ${shown(options)}`,
      );
    }
    const { status, headers, cookies, mediaType, link, etag } = options;
    this.value = value;
    this.status = status;
    this.headers = headers;
    this.cookies = cookies;
    this.mediaType = mediaType;
    this.link = link;
    this.etag = etag;
  }

  /** The same response with another value. */
  "~with"(value: unknown): RespondedValue {
    return new RespondedValue(value, this);
  }
}
