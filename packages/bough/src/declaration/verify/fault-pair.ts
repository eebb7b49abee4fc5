// A fault without its place in the tree. Functions that find faults add them to a list of the caller, because
// most declarations have no faults and would need many empty lists.

/** A fault and its remedy. */
export type FaultPair = readonly [fault: string, remedy: string];
