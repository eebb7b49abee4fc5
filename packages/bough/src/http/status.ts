// Properties of status codes. The phrases are in status-phrase.ts, so a client does not bundle them.

/** Whether a response with this status has no body, not even an empty one (Fetch, null body status). */
export function isNullBodyStatus(status: number): boolean {
  return status === 204 || status === 304 || status === 205 || status === 101 || status === 103;
}
