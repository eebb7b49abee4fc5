// Server-Sent Events whose name says what their data is. Each name has a body of its own.
import type { Sequence } from "../../shared/codec/byte-stream.ts";
import type { EventMessage } from "../../shared/codec/event-stream.ts";
import type { BodySentences } from "../../shared/internal/type-error.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { Named } from "../../shared/internal/record.ts";
import { formatsOf, type AnyBody, type BodyFormat } from "../../declare/body/body-format.ts";
import type { Body, Bodied, WholeBody } from "../../declare/body/body.ts";
import { eventStreamBody, type EventsOptions, type ReceivedEvent } from "./declared.ts";

/** An event that the handler of `namedEvents` yields: its name and its data, and as it likes an id and a delay. */
export type GivenNamedEvent<M> = {
  readonly [Name in keyof M & string]: NamedMessage<Name, Bodied<M[Name]>["~given"]>;
}[keyof M & string];
interface NamedMessage<Name extends string, T> extends EventMessage<T> {
  readonly event: Name;
}

/** An event of `namedEvents`, as the client gets it. */
export type ReceivedNamedEvent<M> = {
  readonly [Name in keyof M & string]: ReceivedEvent<Bodied<M[Name]>["~received"]> & {
    readonly event: Name;
  };
}[keyof M & string];

/** The response body that `namedEvents` returns. */
export interface NamedEventsBody<M> extends Body<
  Sequence<GivenNamedEvent<M>>,
  AsyncIterable<ReceivedNamedEvent<M>>,
  "text/event-stream"
> {
  readonly "~body": "events";
  /** Types only; absent at run time. `bough schemas` reads it. */
  readonly "~events": M;
}

/** `unknown` if each name has a body of JSON or text, or a schema; else a sentence. */
type NamedEventsCheck<M> = {
  readonly [Name in keyof M]: WholeBody<M[Name], BodySentences["namedEvent"]>;
};

/**
 * Declares Server-Sent Events by their names: `namedEvents({ created: type<Booking>(), removed: type<{ id: string
 * }>() })`. The handler yields `{ event, data }`, the client iterates `{ event, data, id }` and skips names that it
 * does not know, so that a server can add some.
 */
export function namedEvents<const M extends Named & NamedEventsCheck<M>>(
  events: M,
  options: EventsOptions = {},
): NamedEventsBody<M> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check above allows nothing else
  const bodies = events as NonNullable<BodyFormat["events"]>;
  const readings = new Map(
    Object.entries(bodies).map(([name, body]: [string, AnyBody | AnySchema]) => {
      const { schema, codec } = formatsOf(body)[0] ?? {};
      return [name, { schema, itemCodec: codec }];
    }),
  );
  const format = { events: bodies, readingOf: (name: string) => readings.get(name) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a body exist for the compiler only
  return eventStreamBody(options, format, (messages) => messages) as NamedEventsBody<M>;
}
