// A file of the docs page: read at the first request, then kept with its entity tag and its compressed form.
import type { DocsCall } from "./docs-call.ts";
import { acceptsGzip, hasTag } from "./request-headers.ts";

/** The content of a file. */
export type DocsContent = string | Uint8Array | ArrayBuffer | Blob;

/** What a file sends. */
export interface DocsAnswer {
  readonly content: DocsContent;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Form {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

interface Forms {
  readonly plain: Form;
  /** `undefined` for content that does not become smaller. */
  readonly gzip: Form | undefined;
}

/** A file that answers requests with its content, or with 304 to clients that have it. */
export class DocsFile {
  readonly #read: () => Promise<DocsAnswer>;
  readonly #compressible: boolean;
  readonly #cacheControl: string;
  #forms: Promise<Forms> | undefined;

  constructor(mediaType: string, cacheControl: string, read: () => Promise<DocsAnswer>) {
    this.#read = read;
    this.#cacheControl = cacheControl;
    this.#compressible = COMPRESSIBLE.test(mediaType);
  }

  async answer({ header, respond }: DocsCall): Promise<unknown> {
    this.#forms ??= this.#prepare();
    let forms: Forms;
    try {
      forms = await this.#forms;
    } catch (error) {
      // The next request may find the file.
      this.#forms = undefined;
      throw error;
    }
    const { gzip, plain } = forms;
    const { bytes, headers } =
      gzip !== undefined && acceptsGzip(header("accept-encoding")) ? gzip : plain;
    return hasTag(header("if-none-match"), headers["etag"] ?? "")
      ? respond(undefined, { status: 304, headers })
      : respond(bytes, { status: 200, headers });
  }

  async #prepare(): Promise<Forms> {
    const { content, headers: own } = await this.#read();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a `Blob` refuses other values itself
    const bytes = new Uint8Array(await new Blob([content as BlobPart]).arrayBuffer());
    const tag = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("")
      .slice(0, 32);
    const zipped = this.#compressible ? await compressed(bytes) : undefined;
    const headers = {
      ...own,
      "cache-control": this.#cacheControl,
      ...(zipped === undefined ? {} : { vary: "accept-encoding" }),
    };
    return {
      plain: { bytes, headers: { ...headers, etag: `"${tag}"` } },
      gzip: zipped && {
        bytes: zipped,
        headers: { ...headers, "content-encoding": "gzip", etag: `"${tag}-gzip"` },
      },
    };
  }
}

const COMPRESSIBLE = /^text\/|[/+](?:javascript|json|xml)\b/;

async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  // Cloudflare compresses by itself, and compresses again what a Worker has compressed.
  const onWorkers = globalThis.navigator?.userAgent === "Cloudflare-Workers";
  if (onWorkers || typeof CompressionStream === "undefined") {
    return undefined;
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const zipped = new Uint8Array(await new Response(stream).arrayBuffer());
  return zipped.length < bytes.length ? zipped : undefined;
}
