// The client's certificate, which the connection has proved (RFC 8446 4.4.2). The host provides it.
import { scheme, type Scheme, type SchemeName, type SchemeOptions, type Taking } from "./scheme.ts";

/** The credential of `mutualTls`: the client's certificate as node:tls gives it. */
export interface ClientCertificate {
  readonly subject: unknown;
  readonly issuer: unknown;
  readonly serialNumber: string;
  /** SHA-256 of the certificate: hexadecimal bytes with colons between them. */
  readonly fingerprint256: string;
  /** The certificate as DER. */
  readonly raw: Uint8Array;
}

/** Declares that the client has a certificate: `mutualTls("device")`. */
export function mutualTls<const Name extends string, const O extends SchemeOptions = {}>(
  name: SchemeName<Name>,
  options?: O,
): Scheme<Name, Taking<ClientCertificate, O>> {
  return scheme(name, { type: "mutualTls" }, options);
}
