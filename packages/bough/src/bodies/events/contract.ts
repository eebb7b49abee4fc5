// Named events as data.
import type { BodyOccurrence, DescribeWithin } from "../../contract/body-occurrence.ts";
import type { ContractContent } from "../../contract/contract.ts";
import type { BodyFormat } from "../../declare/body/body-format.ts";
import { essenceOf } from "../../shared/http/media-type.ts";

/** The data of events by their names. */
export function describeEvents(
  events: NonNullable<BodyFormat["events"]>,
  place: BodyOccurrence,
  within: DescribeWithin,
): NonNullable<ContractContent["events"]> {
  const extracted = place.extracted?.["text/event-stream"]?.events;
  return Object.fromEntries(
    Object.entries(events).flatMap(([name, data]) =>
      within(name, data, { ...place, schema: extracted?.[name] })
        .slice(0, 1)
        .map((content) => [name, { ...content, mediaType: essenceOf(content.mediaType) }]),
    ),
  );
}
