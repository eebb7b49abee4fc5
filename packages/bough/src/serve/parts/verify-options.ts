// Checks the options of a server when it is created. Otherwise the first request would fail.
import { parseMediaType } from "../../shared/http/media-type.ts";
import { fieldsOf, isRecord } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { isBasePath } from "../options/base-path.ts";
import { anything, flag, hook, option, type OptionFault } from "../options/option-table.ts";
import type { ServerOptions } from "./server-options.ts";

export const SERVER_OPTIONS: Readonly<Record<keyof ServerOptions, OptionFault>> = {
  codecs: codecsFault,
  // `limits` and `cors` have their own checks.
  limits: anything,
  basePath: (path) =>
    isBasePath(path)
      ? undefined
      : `expected basePath to be a path such as "/api", received ${shown(path)}`,
  cors: anything,
  publicUrl: urlFault,
  strictParameters: flag,
  trailingSlashMismatch: option(
    '"refuse" or "redirect"',
    (given) => given === "refuse" || given === "redirect",
  ),
  validateResponses: flag,
  requireSchemas: flag,
  requireSecurity: flag,
  trustedOrigins: originsFault,
  schemas: schemasFault,
  responses: option('"refuse" or "strip"', (given) => given === "refuse" || given === "strip"),
  onError: hook("pass (error, call) => …"),
  observe: (observe) =>
    [observe].flat().every((one) => typeof one === "function")
      ? undefined
      : `expected observe to be a function or a list of functions, received ${shown(observe)}`,
};

function originsFault(origins: unknown): string | undefined {
  if (!Array.isArray(origins)) {
    return `expected trustedOrigins to be a list of origins, received ${shown(origins)}`;
  }
  const at = origins.findIndex((origin) => !isOrigin(origin));
  if (at < 0) {
    return undefined;
  }
  const expected = 'expected an origin such as "https://example.com" in trustedOrigins';
  const received = `received ${shown(origins[at])}`;
  return String(origins[at]).includes("*")
    ? `${expected}, ${received}: list each origin, because a wildcard would match none`
    : `${expected}, ${received}`;
}

function isOrigin(origin: unknown): boolean {
  return (
    isUrl(origin) && origin !== "" && !origin.includes("*") && new URL(origin).origin === origin
  );
}

function codecsFault(codecs: unknown): string | undefined {
  if (!Array.isArray(codecs)) {
    return "expected codecs to be a list: write codecs: [json()]";
  }
  if (codecs.length === 0) {
    return "codecs is empty: bodies need a codec, such as codecs: [json()]";
  }
  for (const [index, codec] of codecs.entries()) {
    const { mediaType, encode, decode } = fieldsOf(codec);
    if (typeof encode !== "function" || typeof decode !== "function") {
      return `codecs[${index}] is not a codec: a codec has mediaType, encode and decode`;
    }
    if (typeof mediaType !== "string" || parseMediaType(mediaType) === undefined) {
      return `codecs[${index}] has no media type: write it as "application/json"`;
    }
  }
  return undefined;
}

function urlFault(url: unknown): string | undefined {
  if (!isUrl(url)) {
    return `expected publicUrl to be an absolute URL such as "https://example.com", received ${shown(url)}`;
  }
  // A path written after a query or fragment would be part of it.
  return /[?#]/.test(url)
    ? `publicUrl ${JSON.stringify(url)} has a query or a fragment: remove it`
    : undefined;
}

function isUrl(text: unknown): text is string {
  return text === "" || (typeof text === "string" && /^https?:/i.test(text) && URL.canParse(text));
}

/** What is wrong with `schemas`: it must be the content of a schemas file, in the format that this version reads. */
function schemasFault(schemas: unknown, name: string): string | undefined {
  const { format, components, endpoints } = fieldsOf(schemas);
  if (!isRecord(schemas) || !isRecord(components) || !isRecord(endpoints)) {
    return `expected ${name} to be the schemas that bough schemas writes, received ${shown(schemas)}`;
  }
  return format === 1
    ? undefined
    : `expected ${name} to have the format 1, received ${shown(format)}: run the bough-cli of this version`;
}
