// The items of an event stream: messages, or data alone. The client's counterpart is
// declaration/body/events-body.ts.
import { strictUtf8 } from "../../internal/utf8.ts";
import type { EventMessage } from "../../codec/event-stream.ts";
import { jsonText } from "../../codec/json-text.ts";
import type { BodyFormat } from "../../declaration/body/body-format.ts";

/** Makes a message of an item. */
export function messageOf(item: unknown): EventMessage<unknown> {
  return isMessage(item) ? item : { data: item };
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
export function eventData(data: unknown, { itemCodec, end }: BodyFormat): string {
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
