// What a comparison means: which changes fail the command, and which are intended.
import type { Change, Undecided } from "../findings.ts";
import type { Comparison } from "../compare-contracts.ts";
import type { Intended } from "./intended.ts";

/** The effects that fail. */
export type FailOn = "breaking" | "risk" | "any";

/** What fails. */
export interface Policy {
  readonly failOn: FailOn;
  readonly unknown: "pass" | "fail";
  readonly intended: ReadonlyMap<string, Intended>;
}

export interface ReportedChange extends Change {
  /** The revision whose contract is the base, with several of them. */
  readonly since?: string;
  readonly intended?: Intended;
  /** The id of this change at all endpoints: that of a shared type, for example. */
  readonly shared: string;
}

/** Something that could not be compared, as the report has it. */
export interface ReportedUnknown extends Undecided {
  readonly since?: string;
}

/** One comparison of the report. */
export interface Outcome {
  /** What was compared: `src/api.ts since origin/main`. */
  readonly title: string;
  readonly since?: string;
  readonly changes: readonly ReportedChange[];
  readonly unknown: readonly ReportedUnknown[];
  /** How many endpoints both sides have; absent if there is nothing to compare with. */
  readonly compared?: number;
  /** Facts that only one side knows; or that there is nothing to compare with. */
  readonly notes: readonly string[];
  readonly fails: boolean;
}

export function outcomeOf(
  { changes, unknown, compared }: Comparison,
  {
    policy,
    title,
    since,
    notes,
  }: { readonly policy: Policy } & Pick<Outcome, "title" | "notes"> & {
      readonly since: string | undefined;
    },
): Outcome {
  const at = since === undefined ? {} : { since };
  const reported = changes.map((one): ReportedChange => {
    const shared = sharedId(one);
    const intended = policy.intended.get(one.id) ?? policy.intended.get(shared);
    return { ...one, shared, ...at, ...(intended === undefined ? {} : { intended }) };
  });
  return {
    title,
    ...at,
    changes: sorted(reported),
    unknown: unknown.map((one) => ({ ...one, ...at })),
    compared,
    notes,
    fails:
      reported.some((one) => fails(one, policy)) ||
      (policy.unknown === "fail" && unknown.length > 0),
  };
}

// The last part of an id is a hash of what changed. The message names the member that is gone.
function sharedId({ id, kind, message }: Change): string {
  return `${kind} everywhere: ${message} ${id.slice(id.lastIndexOf(" ") + 1)}`;
}

/** Whether a change fails the command. */
export function fails(
  change: ReportedChange,
  { failOn, unknown }: Omit<Policy, "intended">,
): boolean {
  const { effect, level, experimental, intended } = change;
  if (level === "documentation" || experimental === true || intended !== undefined) {
    return false;
  }
  switch (effect) {
    case "breaking":
      return true;
    case "risk":
      return failOn !== "breaking";
    case "unknown":
      return unknown === "fail";
    case "safe":
    default:
      return failOn === "any";
  }
}

/** Whether a change breaks a promise, intended or not. */
export function isMajor({ effect, experimental, level }: ReportedChange): boolean {
  return effect === "breaking" && experimental !== true && level !== "documentation";
}

const ORDER = ["breaking", "unknown", "risk", "safe"];

// Endpoints with breaking changes first, and within an endpoint the breaking ones.
function sorted(changes: readonly ReportedChange[]): readonly ReportedChange[] {
  const rank = ({ effect }: ReportedChange): number => ORDER.indexOf(effect);
  const ranks = new Map<string | undefined, number>();
  for (const one of changes) {
    ranks.set(one.endpoint, Math.min(ranks.get(one.endpoint) ?? Infinity, rank(one)));
  }
  const places = new Map([...ranks.keys()].map((endpoint, index) => [endpoint, index]));
  const keyOf = (one: ReportedChange): readonly number[] => [
    ranks.get(one.endpoint) ?? 0,
    places.get(one.endpoint) ?? 0,
    rank(one),
  ];
  return changes.toSorted((one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    const index = left.findIndex((each, position) => each !== right[position]);
    return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
  });
}

/** Effects in words: `2 breaking, 1 risk, 3 safe`. */
export function countText(changes: readonly ReportedChange[]): string {
  const counts = ORDER.flatMap((effect) => {
    const count = changes.filter((one) => one.effect === effect).length;
    return count === 0 ? [] : [`${count} ${effect}`];
  });
  return counts.length === 0 ? "no changes" : counts.join(", ");
}
