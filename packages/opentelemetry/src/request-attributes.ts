// The attributes of a request on a server. A proxy says in `Forwarded` or `X-Forwarded-…` how the client has
// called it. A client can forge these headers like `Host`, so nothing but telemetry may use them.
import type { Attributes } from "@opentelemetry/api";
import type { ObservedRequest } from "bough/types";
import { methodAttributes, serverAttributes, withoutSignatures } from "./http-attributes.ts";

/** The attributes that are known when a request begins. */
export function requestAttributes(request: ObservedRequest): Attributes {
  const { method, target, route, httpVersion } = request;
  const { scheme, authority } = originOf(request);
  const [path = "", ...query] = pathOf(withoutSignatures(target)).split("?");
  return {
    ...methodAttributes(method),
    "url.scheme": scheme,
    "url.path": path,
    "url.query": query.join("?") || undefined,
    "http.route": route,
    "network.protocol.version": httpVersion,
    "user_agent.original": request.header("user-agent"),
    ...serverAttributes(scheme, authority),
  };
}

// A target may be a whole URL (RFC 9112 3.2.2).
function pathOf(target: string): string {
  const [, authority, path = ""] = /^([^/?#]+:\/\/[^/?#]*)?([^#]*)/.exec(target) ?? [];
  return authority !== undefined && !path.startsWith("/") ? `/${path}` : path;
}

interface Origin {
  readonly scheme: string;
  readonly authority: string | undefined;
}

function originOf({ header, scheme, authority }: ObservedRequest): Origin {
  const forwarded = firstOf(header("forwarded"));
  const given = parameterOf(forwarded, "proto") ?? firstOf(header("x-forwarded-proto"));
  // Metrics have the scheme too, so it must not be any text.
  const known = /^https?$/i.test(given ?? "") ? given?.toLowerCase() : undefined;
  return {
    scheme: known ?? scheme,
    authority: parameterOf(forwarded, "host") ?? firstOf(header("x-forwarded-host")) ?? authority,
  };
}

// Each proxy adds a member, so the first is that of the client.
function firstOf(list: string | undefined): string | undefined {
  return list?.split(",", 1)[0]?.trim();
}

// A parameter of `Forwarded` (RFC 7239 4).
function parameterOf(forwarded: string | undefined, name: string): string | undefined {
  const pair = forwarded?.split(";").find((one) => one.trim().toLowerCase().startsWith(`${name}=`));
  return pair
    ?.slice(pair.indexOf("=") + 1)
    .trim()
    .replace(/^"(.*)"$/, "$1");
}
