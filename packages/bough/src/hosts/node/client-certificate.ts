// The certificate of the client on a TLS connection of Node.
import type { PeerCertificate, TLSSocket } from "node:tls";

/** The certificate that the client has proved; `undefined` without one. */
export function clientCertificate(socket: object | undefined): PeerCertificate | undefined {
  const connection = Object(socket) as Partial<TLSSocket>;
  if (connection.authorized !== true) {
    return undefined;
  }
  const certificate = connection.getPeerCertificate?.();
  // Node also authorizes a client that resumes a session of TLS 1.3 without a certificate, which is `{}` then.
  return certificate?.raw === undefined ? undefined : certificate;
}
