// Connections that take no further request, although the client may still write. A server does not process
// requests after the last answer of a connection (RFC 9112 9.6).

/** The sockets of these connections. */
export const ENDED: WeakSet<object> = new WeakSet();
