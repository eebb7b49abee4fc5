/** Milliseconds that a timer takes at most: one of more than 31 bits fires at once. */
export const LONGEST_TIMER: number = 2_147_483_647;
