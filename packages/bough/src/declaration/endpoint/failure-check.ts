// Which failures an endpoint can declare together, as types.
import type { DeclaredTwice, OneBare } from "../../internal/type-error.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { Failing } from "./definition.ts";

// A constraint instead of the argument's type, since the compiler would infer from the branches of that type.
/** `unknown` if these failures can be declared together, else the error. */
export type FailureCheck<
  F extends AnyFailure,
  More extends readonly AnyFailure[],
  Before extends Failing,
> = F["name"] extends Before["name"]
  ? Twice<F>
  : RepeatedName<More, Before["name"] | F["name"]> extends never
    ? StatusCheck<F, More, Before>
    : Twice<Extract<More[number], WithName<RepeatedName<More, Before["name"] | F["name"]>>>>;
// The first name that is in the list twice or is among `Names`. The recursion is a tail call, so the
// compiler allows lists of any length.
type RepeatedName<F, Names> = F extends readonly [infer First, ...infer Rest]
  ? NamesOf<First> extends Names
    ? NamesOf<First>
    : RepeatedName<Rest, Names | NamesOf<First>>
  : never;
interface WithName<Name> {
  readonly name: Name;
}
// The compiler cannot know whether two `failure(404)` are the same value.
type Twice<F extends Failing> = F["name"] extends `${F["status"]}`
  ? OneBare<F["name"], F["name"], F["status"]>
  : DeclaredTwice<F["name"]>;
// Most endpoints have no bare failure, and need no further check.
type StatusCheck<F extends Failing, More extends readonly Failing[], Before extends Failing> =
  BareAmong<F | More[number] | Before> extends never
    ? unknown
    : NamedAmong<F | More[number] | Before> extends never
      ? unknown
      : Clash<F, More, Before>;
// Bare failures whose names are their statuses differ in status if they differ in name.
type NamedAmong<F> = F extends Failing ? (F["name"] extends `${F["status"]}` ? never : F) : never;
// The error if two failures have the same status and one is bare, in the order of declaration.
type Clash<F extends Failing, More extends readonly Failing[], Before extends Failing> = [
  After<Before, F>,
  After<F, More[number]>,
] extends [never, never]
  ? More extends readonly [infer Next extends Failing, ...infer Rest extends readonly Failing[]]
    ? Clash<Next, Rest, Before>
    : unknown
  : After<Before, F> | After<F, More[number]>;
type After<A extends Failing, B extends Failing> = A extends Failing
  ? B extends Failing
    ? number extends A["status"] | B["status"]
      ? never
      : A["status"] extends B["status"]
        ? BareAmong<A | B> extends never
          ? never
          : OneBare<A["name"], B["name"], A["status"]>
        : never
    : never
  : never;
type BareAmong<F> = F extends Failing
  ? F["name"] extends `${F["status"]}`
    ? F
    : F extends NamedBare
      ? F
      : never
  : never;
interface NamedBare {
  readonly "~detail": { readonly bare: true };
}

type NamesOf<F> = F extends { readonly name: infer Name } ? Name : never;
