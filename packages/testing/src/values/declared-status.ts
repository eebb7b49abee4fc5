// The statuses that a declaration names.

/** Whether a declared status or range contains a status. */
export function isOf(declared: number | string, status: number): boolean {
  return declared === "other"
    ? status >= 400
    : declared === status || declared === `${Math.floor(status / 100)}XX`;
}
