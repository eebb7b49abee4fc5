// The events in which AWS passes an HTTP request to a function, and the request in them. Every source spells
// path, query, headers and cookies in its own way.
import { fieldsOf } from "../../shared/internal/record.ts";
import { tokenEnd, writeUtf8 } from "../../shared/http/header-value.ts";
import type { Mounted } from "../mount.ts";

/**
 * An event of API Gateway (payload formats 1.0 and 2.0), of a function URL or of an Application Load
 * Balancer. AWS' documentation says which properties a source sets.
 */
export interface LambdaEvent {
  readonly httpMethod?: string | undefined;
  readonly path?: string | undefined;
  readonly rawPath?: string | undefined;
  readonly rawQueryString?: string | undefined;
  readonly cookies?: readonly string[] | undefined;
  readonly headers?: EventValues<string>;
  readonly multiValueHeaders?: EventValues<readonly string[]>;
  readonly queryStringParameters?: EventValues<string>;
  readonly multiValueQueryStringParameters?: EventValues<readonly string[]>;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
  readonly requestContext: LambdaRequestContext;
}

type EventValues<Value> = Readonly<Record<string, Value | undefined>> | null | undefined;

/** Facts about a request that its client has not sent: its stage, its caller. */
export interface LambdaRequestContext {
  readonly requestId?: string | undefined;
  /** The stage of API Gateway; `$default` is not part of the path. */
  readonly stage?: string | undefined;
  /** Payload format 1.0: the path with the stage. */
  readonly path?: string | undefined;
  readonly domainName?: string | undefined;
  /** The findings of an authorizer of API Gateway about the caller. */
  readonly authorizer?: unknown;
  readonly protocol?: string | undefined;
  /** Payload format 1.0: the address of the client. */
  readonly identity?: { readonly sourceIp: string } | undefined;
  /** Payload format 2.0: the method, and the address of the client. */
  readonly http?:
    | { readonly method: string; readonly protocol: string; readonly sourceIp: string }
    | undefined;
  /** Application Load Balancer. */
  readonly elb?: { readonly targetGroupArn: string } | undefined;
}

/** The format of an event: payload format 1.0 or 2.0 of API Gateway, or that of a load balancer. */
export type EventKind = "1.0" | "2.0" | "alb";

/** The format of an event. Throws `TypeError` for an event without an HTTP request. */
export function kindOf(event: unknown): EventKind {
  const { requestContext, rawPath, httpMethod, path } = fieldsOf(event);
  const { http, elb } = fieldsOf(requestContext);
  // With a custom domain, API Gateway adds `rawPath` to events of format 1.0.
  if (typeof fieldsOf(http)["method"] === "string" && typeof rawPath === "string") {
    return "2.0";
  }
  if (typeof httpMethod === "string" && typeof path === "string") {
    return elb === undefined ? "1.0" : "alb";
  }
  const names = Object.keys(fieldsOf(event)).slice(0, 10).join(", ");
  throw new TypeError(
    `toLambda: expected an event of API Gateway, a function URL or an Application Load Balancer, received an event with ${names || "no properties"}`,
  );
}

/**
 * The targets to look up, in turn. A path without its stage comes first; the path with it is for a server
 * that has the stage in its `basePath`.
 */
export function targetsOf(event: LambdaEvent, kind: EventKind): readonly Mounted[] {
  const { path = "", rawPath = "", requestContext } = event;
  const { stage = "$default", domainName = "" } = requestContext;
  const query = queryOf(event, kind);
  const target = (found: string): string => escaped(found) + (query === "" ? "" : `?${query}`);
  const whole = kind === "2.0" ? rawPath : kind === "1.0" ? (requestContext.path ?? path) : path;
  const prefix = `/${stage}`;
  // `$default` is never in a path, so a path that begins with it is the caller's.
  const isStaged = stage !== "$default" && whole.startsWith(`${prefix}/`);
  const below = isStaged ? whole.slice(prefix.length) : undefined;
  // A custom domain has its base path in `path` of format 1.0, and no stage.
  if (below === undefined || (kind === "1.0" && below !== path)) {
    return [{ mount: "", target: target(kind === "1.0" ? path : whole) }];
  }
  return [
    // Clients of a custom domain do not send the stage.
    { mount: /\.amazonaws\.com(?:\.cn)?$/.test(domainName) ? prefix : "", target: target(below) },
    { mount: "", target: target(whole) },
  ];
}

// API Gateway decodes some paths and not others, so only what no encoded path contains is escaped.
function escaped(path: string): string {
  return path.replaceAll(/[^!-~]|[#?\\]|%(?![\da-f]{2})/giu, encodeURIComponent);
}

function queryOf(event: LambdaEvent, kind: EventKind): string {
  if (kind === "2.0") {
    return event.rawQueryString ?? "";
  }
  // Only a load balancer passes names and values as they were sent.
  const encode = kind === "alb" ? String : encodeURIComponent;
  return linesOf(event.multiValueQueryStringParameters ?? event.queryStringParameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join("&");
}

/** The headers of a request, without those that `Headers` refuses, because a load balancer may pass any name on. */
export function headersOf({ multiValueHeaders, headers, cookies = [] }: LambdaEvent): Headers {
  const read = new Headers();
  for (const [name, value] of linesOf(multiValueHeaders ?? headers)) {
    if (name !== "" && tokenEnd(name, 0, name.length) === name.length && !/[\0\r\n]/.test(value)) {
      // A header is bytes, one character for each.
      read.append(name, /[^\0-\xff]/.test(value) ? writeUtf8(value) : value);
    }
  }
  if (cookies.length > 0) {
    read.set("cookie", cookies.join("; "));
  }
  return read;
}

function linesOf(values: EventValues<string | readonly string[]>): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, given = []]) =>
    (typeof given === "string" ? [given] : given).map((value): [string, string] => [name, value]),
  );
}
