// Rejections that a test can ask for.

const REFUSABLE: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 406, 408, 413, 414, 415, 416, 431, 500, 501, 503,
]);

/** Whether Bough itself refuses requests for an endpoint with a status. */
export function isRefusable(status: number): boolean {
  return REFUSABLE.has(status);
}

/** The statuses, for messages. */
export const REFUSABLE_TEXT: string = [...REFUSABLE].join(", ");
