// Connections that carry no further request, though their client may still write: what follows
// the last answer of a connection is not processed (RFC 9112 9.6).

/** Their sockets. */
export const ENDED: WeakSet<object> = new WeakSet();
