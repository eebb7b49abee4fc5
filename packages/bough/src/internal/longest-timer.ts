/** The longest delay of a timer in milliseconds. A timer with more than 31 bits fires at once. */
export const LONGEST_TIMER: number = 2_147_483_647;
