// What an endpoint was told to do: for some calls, or until the next time that it is told.

/** Ids by name. */
export type Ids = Readonly<Record<string, unknown>>;

/** Something that was taken from rules, and a function that puts it back. */
export interface Taken<What> {
  readonly what: What;
  readonly restore: () => void;
}

interface Rule<What> {
  readonly what: What;
  readonly ids: Ids | undefined;
  left: number;
}

/** What an endpoint was told. */
export class Rules<What> {
  #timed: Rule<What>[] = [];
  #lasting: Rule<What>[] = [];

  add(what: What, ids: Ids | undefined, times: number | undefined): void {
    if (times === undefined) {
      this.#lasting.push({ what, ids, left: Infinity });
      return;
    }
    if (!Number.isInteger(times) || times < 1) {
      throw new TypeError(`times: expected a whole number from 1, received ${String(times)}`);
    }
    this.#timed.push({ what, ids, left: times });
  }

  /** Takes what holds for a call with these ids. */
  take(ids: Ids): Taken<What> | undefined {
    const timed = this.#timed.find((one) => isFor(one, ids));
    if (timed === undefined) {
      const lasting = this.#lasting.findLast((one) => isFor(one, ids));
      return lasting && { what: lasting.what, restore: () => undefined };
    }
    timed.left--;
    if (timed.left === 0) {
      this.#timed = this.#timed.filter((one) => one !== timed);
    }
    const restore = (): void => {
      timed.left++;
      if (!this.#timed.includes(timed)) {
        this.#timed.unshift(timed);
      }
    };
    return { what: timed.what, restore };
  }

  clear(): void {
    this.#timed = [];
    this.#lasting = [];
  }
}

function isFor({ ids }: Rule<unknown>, called: Ids): boolean {
  return ids === undefined || hasIds(called, ids);
}

/** Whether a call has these ids. Ids of one type are equal if their texts are. */
export function hasIds(called: Ids, ids: Ids): boolean {
  return Object.entries(ids).every(([name, id]) => String(called[name]) === String(id));
}
