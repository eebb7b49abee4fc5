// Looks at the options of a server while it is made. The compiler refuses what is refused here; in
// plain JavaScript the first request would meet it, and end the process.
import { parseMediaType } from "../http/media-type.ts";
import type { ServerOptions } from "./server-options.ts";

/** Throws `TypeError` for options that no request could be answered with. */
export function verifyOptions(options: ServerOptions): void {
  const { basePath = "", codecs, publicUrl, onError, onReject }: Readonly<Given> = options;
  if (codecs !== undefined) {
    verifyCodecs(codecs);
  }
  if (typeof basePath !== "string") {
    throw new TypeError(
      `createServer: basePath ${JSON.stringify(basePath)} is no path: write it as "/api"`,
    );
  }
  if (publicUrl !== undefined && !isUrl(publicUrl)) {
    throw new TypeError(
      `createServer: publicUrl ${JSON.stringify(publicUrl)} is no absolute URL as text: write it as "https://example.com"`,
    );
  }
  // A path written behind them would be a part of them.
  if (typeof publicUrl === "string" && /[?#]/.test(publicUrl)) {
    throw new TypeError(
      `createServer: publicUrl ${JSON.stringify(publicUrl)} has a query or a fragment: it ends before them`,
    );
  }
  for (const [name, hook, remedy] of [
    ["onError", onError, "give (error, call) => …"],
    ["onReject", onReject, "give (rejected, call) => …"],
  ] as const) {
    if (hook !== undefined && typeof hook !== "function") {
      throw new TypeError(`createServer: ${name} is no function: ${remedy}`);
    }
  }
}

/** Options, whatever they are. */
type Given = { [Name in keyof ServerOptions]?: unknown };

function verifyCodecs(codecs: unknown): void {
  if (!Array.isArray(codecs)) {
    throw new TypeError("createServer: codecs is no list: give codecs: [json()]");
  }
  if (codecs.length === 0) {
    throw new TypeError("createServer: codecs is empty, but bodies need one: codecs: [json()]");
  }
  codecs.forEach((codec: unknown, index) => {
    const { mediaType, encode, decode } = (codec ?? {}) as Record<string, unknown>;
    if (typeof encode !== "function" || typeof decode !== "function") {
      throw new TypeError(
        `createServer: codecs[${index}] is no codec: it needs mediaType, encode and decode`,
      );
    }
    if (typeof mediaType !== "string" || parseMediaType(mediaType) === undefined) {
      throw new TypeError(
        `createServer: codecs[${index}] has no media type: write it as "application/json"`,
      );
    }
  });
}

function isUrl(text: unknown): boolean {
  return text === "" || (typeof text === "string" && /^https?:/i.test(text) && URL.canParse(text));
}
