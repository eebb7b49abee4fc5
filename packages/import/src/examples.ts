// The examples that an OpenAPI document has for responses.
import type { Contract } from "bough/contract";
import { entriesOf, member } from "./json.ts";
import { OpenDocument, Unresolved } from "./open-document.ts";

/** Examples by endpoint, status and name. */
export type ResponseExamples = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;

/** Reads them, for the endpoints of a contract. */
export function examplesOf(parsed: unknown, { endpoints }: Contract): ResponseExamples {
  const document = new OpenDocument(parsed);
  const keys = new Set(endpoints.map(({ key }) => key));
  const follow = (value: unknown): unknown => {
    const found = document.follow({ value, pointer: "" });
    return found instanceof Unresolved ? undefined : found.value;
  };
  const examples = (content: unknown): readonly (readonly [string, unknown])[] =>
    entriesOf(content).flatMap(([, media]) => [
      ...named("example", member(media, "example")),
      ...entriesOf(member(media, "examples")).flatMap(([name, one]) =>
        named(name, member(follow(one), "value")),
      ),
      ...named("example", member(follow(member(media, "schema")), "example")),
    ]);
  return Object.fromEntries(
    entriesOf(member(parsed, "paths")).flatMap(([path, item]) =>
      entriesOf(follow(item)).flatMap(([method, operation]) => {
        const key = `${method.toUpperCase()} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
        const responses = keys.has(key) ? entriesOf(member(operation, "responses")) : [];
        return responses.length === 0
          ? []
          : [
              [
                key,
                Object.fromEntries(
                  responses.map(([status, response]) => [
                    status,
                    Object.fromEntries(examples(member(follow(response), "content"))),
                  ]),
                ),
              ] as const,
            ];
      }),
    ),
  );
}

function named(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  return value === undefined ? [] : [[name, value]];
}
