// Methods and their properties in HTTP: safe, idempotent. Methods are case-sensitive.

/** A method that an endpoint can have (RFC 9110 9.3, RFC 5789, RFC 10008). */
export type Method = "GET" | "QUERY" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";

/** Whether the method does not ask for a change on the server (RFC 9110 9.2.1, RFC 10008 2). */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" || method === "QUERY";
}

/** Whether sending the request twice has the same effect as sending it once (RFC 9110 9.2.2). */
export function isIdempotent(method: string): boolean {
  return method === "PUT" || method === "DELETE" || isSafe(method);
}

/** Whether the server knows the method. Unknown methods get a 501 (RFC 9110 15.6.2). */
export function isKnownMethod(method: string): boolean {
  // Not CONNECT, TRACE and TRACK: Fetch cannot represent them.
  return method === "POST" || method === "PATCH" || isIdempotent(method);
}
