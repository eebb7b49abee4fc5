// What an endpoint's declaration says, as one record that a chain of calls fills.
// The records are interfaces with lazy members: a member costs the compiler
// something only when it is read.
import type { Method } from "../http/method.ts";

/** What an endpoint declares. */
export interface Definition {
  readonly method: Method;
  readonly subpath: string;
  /** A body or a schema; `undefined` when nothing is sent. */
  readonly request: unknown;
  /** A union of `Reply`; `never` when no response is declared. */
  readonly replies: unknown;
  /** Query parameters by name. */
  readonly parameters: object;
  /** Request headers by name. */
  readonly headers: object;
  /** A union of failures. */
  readonly failures: unknown;
  /** What `.meta` was given. */
  readonly meta: object;
}

/** A declared response: its status, its body or schema, its headers. */
export interface Reply<Status extends number, Body, Headers extends object> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
}

/** No names at all. */
export interface Nothing {}

/** What a verb starts with. */
export interface Bare<M extends Method, Subpath extends string> {
  readonly method: M;
  readonly subpath: Subpath;
  readonly request: undefined;
  readonly replies: never;
  readonly parameters: Nothing;
  readonly headers: Nothing;
  readonly failures: never;
  readonly meta: Nothing;
}

export interface WithRequest<D extends Definition, Body> {
  readonly method: D["method"];
  readonly subpath: D["subpath"];
  readonly request: Body;
  readonly replies: D["replies"];
  readonly parameters: D["parameters"];
  readonly headers: D["headers"];
  readonly failures: D["failures"];
  readonly meta: D["meta"];
}

export interface WithReply<D extends Definition, R> {
  readonly method: D["method"];
  readonly subpath: D["subpath"];
  readonly request: D["request"];
  readonly replies: D["replies"] | R;
  readonly parameters: D["parameters"];
  readonly headers: D["headers"];
  readonly failures: D["failures"];
  readonly meta: D["meta"];
}

export interface WithParameters<D extends Definition, R extends object> {
  readonly method: D["method"];
  readonly subpath: D["subpath"];
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly parameters: Merged<D["parameters"], R>;
  readonly headers: D["headers"];
  readonly failures: D["failures"];
  readonly meta: D["meta"];
}

export interface WithHeaders<D extends Definition, R extends object> {
  readonly method: D["method"];
  readonly subpath: D["subpath"];
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly parameters: D["parameters"];
  readonly headers: Merged<D["headers"], R>;
  readonly failures: D["failures"];
  readonly meta: D["meta"];
}

export interface WithFailures<D extends Definition, F> {
  readonly method: D["method"];
  readonly subpath: D["subpath"];
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly parameters: D["parameters"];
  readonly headers: D["headers"];
  readonly failures: D["failures"] | F;
  readonly meta: D["meta"];
}

export interface WithMeta<D extends Definition, M extends object> {
  readonly method: D["method"];
  readonly subpath: D["subpath"];
  readonly request: D["request"];
  readonly replies: D["replies"];
  readonly parameters: D["parameters"];
  readonly headers: D["headers"];
  readonly failures: D["failures"];
  readonly meta: Merged<D["meta"], M>;
}

/** Two records as one; the first alone when the other says nothing. */
export type Merged<A extends object, B extends object> = [keyof A] extends [never]
  ? B
  : [keyof B] extends [never]
    ? A
    : A & B;
