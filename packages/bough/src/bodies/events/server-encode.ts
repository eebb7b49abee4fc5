// The items of an event stream: messages, or data alone. The client's counterpart is bodies/events/declared.ts.
import { strictUtf8 } from "../../shared/internal/encodings.ts";
import type { Codec } from "../../shared/codec/codec.ts";
import { defaultJson, jsonText } from "../../shared/codec/json.ts";
import type { EventMessage } from "../../shared/codec/event-stream.ts";
import type { BodyFormat } from "../../declare/body/body-format.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { Output } from "../../shared/schema/validate.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { eventKey, representationsOf, type BodyTypes } from "../../serve/request/representation.ts";

export interface EventData {
  readonly output: Output | undefined;
  /** `undefined` for JSON. */
  readonly itemCodec: Codec | undefined;
}

/** How the data of events is written: of named ones by their name. */
export interface EventRules extends EventData {
  readonly events: ReadonlyMap<string, EventData> | undefined;
}

// As `type<T>()` is sent elsewhere in a body.
const JSON_ONLY: readonly Codec[] = [defaultJson];

/** How the data of named events is written; `undefined` if events have no declared names. */
export function eventsOf(
  { events }: BodyFormat,
  types: BodyTypes | undefined,
  outputOf: (schema: AnySchema | undefined) => Output | undefined,
): EventRules["events"] {
  return (
    events &&
    new Map(
      Object.entries(events).map(([name, data]) => {
        const schemaAt = (): AnySchema | undefined => types?.schemaAt(eventKey(name));
        const [one] = representationsOf(data, JSON_ONLY, { negotiatedAs: "*/*", schemaAt });
        const itemCodec = one?.kind === "negotiated" ? undefined : one?.codec;
        return [name, { output: outputOf(one?.schema), itemCodec }];
      }),
    )
  );
}

/** The message of an item, and how its data is written. Throws a `TypeError` for an undeclared name. */
export function eventOf(
  item: unknown,
  rules: EventRules,
): { readonly message: EventMessage<unknown>; readonly written: EventData } {
  const { events } = rules;
  if (events === undefined) {
    return { message: isMessage(item) ? item : { data: item }, written: rules };
  }
  const { event, data, id, retry }: Partial<EventMessage<unknown>> = Object(item);
  const declared = typeof event === "string" ? events.get(event) : undefined;
  if (event === undefined || declared === undefined || data === undefined) {
    const names = [...events.keys()].map((name) => `"${name}"`).join(", ");
    throw new TypeError(
      `expected { event, data } with one of the declared events ${names}, received ${
        declared === undefined ? `the event ${shown(event)}` : `"${event}" without data`
      }`,
    );
  }
  const message = {
    event,
    data,
    ...(id === undefined ? {} : { id }),
    ...(retry === undefined ? {} : { retry }),
  };
  return { message, written: declared };
}

const MESSAGE_NAMES: ReadonlySet<string> = new Set(["data", "event", "id", "retry"]);

// An object with `data` and only members of a message is one. All other items are data.
function isMessage(item: unknown): item is EventMessage<unknown> {
  return (
    typeof item === "object" &&
    item !== null &&
    Object.hasOwn(item, "data") &&
    Object.keys(item).every((name) => MESSAGE_NAMES.has(name))
  );
}

/** The data of an event as text; throws for data that the client would read differently. */
export function eventData(
  data: unknown,
  itemCodec: Codec | undefined,
  end: string | undefined,
): string {
  const content = itemCodec ? itemCodec.encode(data) : jsonText(data);
  const text = typeof content === "string" ? content : strictUtf8.decode(content);
  if (text.includes("\r")) {
    throw new TypeError(
      "the data of an event has a carriage return, which no event can carry: end its lines with \\n",
    );
  }
  if (text === end) {
    throw new TypeError(
      `the data of an event is ${JSON.stringify(end)}, which ends the sequence: declare another { end }`,
    );
  }
  return text;
}
