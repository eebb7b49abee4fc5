// A fault as it is found, before it is known where. What looks for faults adds them to a list that
// it is given: nearly always there is nothing to tell, and lists of nothing are not made for it.

/** What is wrong, and what to do about it. */
export type FaultPair = readonly [fault: string, remedy: string];
