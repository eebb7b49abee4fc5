// A compiled schema as data, for a quick look at a value: does it fit, and has it nothing to remove? Most values are
// such, and they need no copy and no issues. A switch over data is twice as fast here as closures, which V8 cannot
// tell apart.

/** What a shape accepts. */
export const TEXT = 0;
export const NUMBER = 1;
export const LITERALS = 2;
export const KINDS = 3;
export const TEXTS = 4;
export const LIST = 5;
export const OBJECT = 6;
export const CHOICE = 7;
export const TAGGED = 8;
export const OTHER = 9;

/** Members whose presence is one bit of a number. */
export const BITS = 31;

/** The shape of the values that a schema accepts as they are. Each has all members, so that V8 sees one class. */
export class ExactShape {
  kind: number = OTHER;
  /** The members of an object: names, shapes, and whether they are required. */
  names: readonly string[] = [];
  members: readonly ExactShape[] = [];
  required: readonly boolean[] = [];
  /** The place of each member. */
  places: ReadonlyMap<string, number> = new Map();
  /** The required members among the first 31, as bits, and how many are required of the others. */
  needed = 0;
  needs = 0;
  /** Other members of an object, and the elements of a list. */
  rest: ExactShape | undefined = undefined;
  literals: readonly unknown[] = [];
  /** The kinds that are accepted, as bits. */
  bits = 0;
  /** Shapes by the bit of a kind. */
  choices: ReadonlyMap<number, ExactShape> = new Map();
  /** The member that tells objects apart, and the shapes by its literals. */
  tag = "";
  tagged: ReadonlyMap<unknown, ExactShape> = new Map();
  /** Whether the whole check accepts a value as it is. */
  accepts: (value: unknown) => boolean = () => false;
}
