// The bodies of a contract whose schemas nobody knows.
import type { Contract, ContractContent } from "bough/contract";

/** Their places in words: `POST /v1/users request body, application/json`. */
export function bodiesWithoutSchema({ endpoints }: Contract): readonly string[] {
  return endpoints.flatMap(({ key, request, responses = [], failures = [] }) => {
    const bodies = [
      ["request body", request?.content ?? []] as const,
      ...responses.map(({ status, content }) => [`response ${status}`, content] as const),
      ...failures.map(({ status, content }) => [`failure ${status}`, content] as const),
    ];
    return bodies.flatMap(([place, contents]) =>
      contents.filter(isUnknown).map(({ mediaType }) => `${key} ${place}, ${mediaType}`),
    );
  });
}

const HAS_SCHEMA: Readonly<Record<ContractContent["kind"], boolean>> = {
  negotiated: true,
  codec: true,
  text: false,
  form: false,
  bytes: false,
  stream: false,
  multipart: false,
  events: true,
  "json-lines": true,
};

/** Whether a body has a schema that is not known, in itself or in a part or an event. */
export function isUnknown({ kind, schema, item, events, parts, opaque }: ContractContent): boolean {
  if (events !== undefined) {
    return Object.values(events).some(isUnknown);
  }
  if (parts !== undefined) {
    return parts.some((part) => "content" in part && part.content.some(isUnknown));
  }
  return HAS_SCHEMA[kind] && (opaque === true || (schema ?? item) === undefined);
}

/** These bodies in a sentence. */
export function withoutSchemaText(places: readonly string[]): string {
  const subject = places.length === 1 ? "1 body has" : `${places.length} bodies have`;
  return `${subject} no schema, so a change is not seen: ${places.join("; ")}`;
}
