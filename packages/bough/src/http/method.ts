// The method of a request and the two properties HTTP gives it: safe and idempotent.
// Methods are case-sensitive, so nothing here folds case: `Get` is no method.
// Which methods an endpoint declares is the declaration's business, not this file's.

/** A method that an endpoint can be declared with (RFC 9110 9.3, RFC 5789, RFC 10008). */
export type Method = "GET" | "QUERY" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";

/** Whether the method asks for no change on the server (RFC 9110 9.2.1, RFC 10008 2). */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" || method === "QUERY";
}

/** Whether sending the request twice has the effect of sending it once (RFC 9110 9.2.2). */
export function isIdempotent(method: string): boolean {
  return method === "PUT" || method === "DELETE" || isSafe(method);
}

/** Whether the server knows the method at all; one it does not know is answered 501 (RFC 9110 15.6.2). */
export function isKnownMethod(method: string): boolean {
  // CONNECT, TRACE and TRACK are left out on purpose: Fetch cannot even represent them.
  return method === "POST" || method === "PATCH" || isIdempotent(method);
}
