// What the standard fixes of problem details. The body of a failure can be declared, so it has no other type here.

/** The media type of problem details (RFC 9457 6.1). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** The members that the standard reserves (RFC 9457 3.1). */
export const PROBLEM_MEMBERS = ["type", "title", "status", "detail", "instance"] as const;
