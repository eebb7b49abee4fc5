// The certificate of the client on a TLS connection of Node.
import type { PeerCertificate, TLSSocket } from "node:tls";

/** The certificate that the client has proved; `undefined` without one. */
export function clientCertificate(socket: object | undefined): PeerCertificate | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a socket of node:tls has `authorized`, which is checked below
  const connection = Object(socket) as Partial<TLSSocket>;
  if (connection.authorized !== true) {
    return undefined;
  }
  const certificate = connection.getPeerCertificate?.();
  // Node also authorizes a client that resumes a session of TLS 1.3 without a certificate, which is `{}` then.
  return certificate?.raw === undefined ? undefined : certificate;
}
