// Declared schemas on the client, and the pause before it sends again. A server sends the output of a schema, and a schema that
// transforms may refuse its own output. So a refusal counts only if input and output are known to
// be equal. A two-way schema decodes here what the server encoded, and the reverse.
import { LONGEST_TIMER } from "../internal/later.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { encoderOf } from "../schema/two-way.ts";
import type { ReceivedCall, ReceivedIssue } from "./received.ts";

// Standard JSON Schema, https://standardschema.dev/json-schema: some schemas describe their input and their output.
interface JsonSchemas {
  readonly jsonSchema: Readonly<
    Record<"input" | "output", (options: { readonly target: string }) => unknown>
  >;
}

/** Encodes a value by a two-way schema. A value that the schema refuses is sent as it is, and the server refuses it. */
export async function encodedBy(schema: AnySchema, value: unknown): Promise<unknown> {
  const encode = encoderOf(schema);
  try {
    return encode ? await encode(value) : value;
  } catch {
    return value;
  }
}

/** Validates a received value, and decodes it by a two-way schema. Adds what is wrong to the issues. */
export async function receivedBy(
  { validateResponses }: Pick<ReceivedCall, "validateResponses">,
  schema: AnySchema,
  value: unknown,
  issues: Pick<ReceivedIssue[], "push">,
): Promise<unknown> {
  const decodes = encoderOf(schema);
  if (!decodes && validateResponses === false) {
    return value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema without these members throws below
  const standard = schema["~standard"] as AnySchema["~standard"] & JsonSchemas;
  const result = await standard.validate(value);
  if (!result.issues) {
    return decodes ? result.value : value;
  }
  const shapeOf = (side: keyof JsonSchemas["jsonSchema"]): string =>
    JSON.stringify(
      standard.jsonSchema[side]({ target: "draft-2020-12" }),
      // If undeclared keys are dropped, the output is closed (`false`) and the input is open.
      (_key, part: unknown) => (part === false ? undefined : part),
    );
  try {
    if (decodes || shapeOf("input") === shapeOf("output")) {
      // An answer can cause any number of issues, with names of any length.
      for (const { path = [], message } of result.issues.slice(0, 200)) {
        const name = path
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is only shown
          .map((step) => (step as { readonly key?: string }).key ?? (step as string))
          .join(".")
          .slice(0, 200);
        issues.push({ in: "body", name, message });
      }
    }
  } catch {
    // A schema without a JSON Schema may transform.
  }
  return value;
}

/** Waits; an abort ends the wait. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, LONGEST_TIMER));
    signal?.addEventListener("abort", done);
  });
}
