// The Content-Security-Policy of the docs page: scripts come from the page's own files, and requests go to the API.
import type { OpenApiDocument } from "../document/document.ts";

/** The policy for the page of a document. It allows requests to the servers and the token URLs of the document. */
export function contentSecurityPolicy(document: OpenApiDocument): string {
  const origins = [...serverUrls(document), ...tokenUrls(document)].flatMap(originOf);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${[...new Set(["'self'", ...origins])].join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A variable of OpenAPI's Server Object. */
interface ServerVariable {
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
}

function serverUrls({ servers = [] }: OpenApiDocument): string[] {
  return servers.flatMap(({ url, variables }) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an OpenAPI document has variables here
    Object.entries((variables ?? {}) as Readonly<Record<string, ServerVariable>>).reduce(
      (urls, [name, variable]) =>
        [...new Set([variable.default, ...(variable.enum ?? [])])].flatMap((value) =>
          urls.map((one) => one.replaceAll(`{${name}}`, String(value))),
        ),
      [url],
    ),
  );
}

/** The part of OpenAPI's Security Scheme Object that has URLs. */
interface SchemeWithFlows {
  readonly flows?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function tokenUrls({ components }: OpenApiDocument): string[] {
  return Object.values(components.securitySchemes ?? {})
    .flatMap(({ flows }: SchemeWithFlows) => Object.values(flows ?? {}))
    .flatMap(({ tokenUrl, refreshUrl }) => [tokenUrl, refreshUrl])
    .filter((url) => typeof url === "string");
}

// A relative URL belongs to the origin of the page. A host may contain `;`, which would end the directive.
function originOf(url: string): string[] {
  const { origin } = new URL(url, "relative:/");
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? [origin] : [];
}
