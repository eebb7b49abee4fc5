// A fault as it is found, before it is known where.

/** What is wrong, and what to do about it. */
export type FaultPair = readonly [fault: string, remedy: string];
