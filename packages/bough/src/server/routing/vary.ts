// The request headers that change the answer of an endpoint, for `Vary`.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { varies } from "../request/decode-request.ts";
import { variesByCredentials } from "../security/security-check.ts";

/** The names in `Vary` of every answer of an endpoint. */
export function variesBy(endpoint: AnyEndpoint, codecs: readonly Codec[]): readonly string[] {
  const names = [
    ...(varies(endpoint, codecs) ? ["Accept"] : []),
    ...variesByCredentials(endpoint),
    ...(Object.keys(endpoint.cookies).length > 0 ? ["Cookie"] : []),
  ];
  return [...new Set(names)];
}
