// The items of an event stream: messages, or data alone. The client's counterpart is
// declaration/body/events-body.ts.
import { strictUtf8 } from "../../internal/utf8.ts";
import type { Codec } from "../../codec/codec.ts";
import type { EventMessage } from "../../codec/event-stream.ts";
import { jsonText } from "../../codec/json-text.ts";
import type { BodyFormat } from "../../declaration/body/body-format.ts";
import { shown } from "../../internal/shown.ts";
import type { Output } from "../../schema/output.ts";
import type { PlannedRepresentation } from "./response-plan.ts";

/** The message of an item, and how its data is written. */
export interface WrittenEvent {
  readonly message: EventMessage<unknown>;
  readonly output: Output | undefined;
  readonly itemCodec: Codec | undefined;
}

/** Makes a message of an item; throws a `TypeError` for one that has none of the declared names. */
export function eventOf(
  item: unknown,
  { events, outputs, output, format }: PlannedRepresentation,
): WrittenEvent {
  if (events === undefined) {
    const message = isMessage(item) ? item : { data: item };
    return { message, output, itemCodec: format.itemCodec };
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
  return { message, output: outputs?.get(event), itemCodec: declared.itemCodec };
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
  { itemCodec, end }: Pick<BodyFormat, "itemCodec" | "end">,
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
