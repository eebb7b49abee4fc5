// Whether a schema of the declaration accepts what arrived. A server sends a schema's
// output, and a schema that transforms need not accept its own output: a refusal
// counts only where input and output are known to be alike. A schema that goes both ways
// decodes here what the server encoded, and the reverse.
import type { AnySchema, StandardIssue } from "../schema/standard-schema.ts";
import { encoderOf } from "../schema/two-way.ts";
import type { CallIssue } from "./call-error.ts";

// Standard JSON Schema, https://standardschema.dev/json-schema: some schemas can say
// what they take and what they give.
type JsonSchemas = Readonly<
  Record<"input" | "output", (options: { readonly target: string }) => unknown>
>;

/** What a caller's value is sent as; a value that its schema does not encode goes as it is, for the server to refuse. */
export async function encodedBy(schema: AnySchema, value: unknown): Promise<unknown> {
  try {
    return await (encoderOf(schema) ?? same)(value);
  } catch {
    return value;
  }
}

function same<T>(value: T): T {
  return value;
}

/** What a schema makes of a received value. */
export interface ReceivedValue {
  readonly value: unknown;
  /** What is wrong with it; nothing where it cannot be told. */
  readonly issues: readonly CallIssue[];
}

/** Looks at a received value by its schema. */
export async function receivedBy(
  schema: AnySchema,
  value: unknown,
  validates: boolean | undefined,
): Promise<ReceivedValue> {
  const decodes = encoderOf(schema);
  if (!decodes && validates === false) {
    return { value, issues: [] };
  }
  const standard = schema["~standard"];
  const result = await standard.validate(value);
  const { issues = [] } = result;
  if (decodes) {
    return { value: "value" in result ? result.value : value, issues: issues.map(told) };
  }
  const shapeOf = (side: keyof JsonSchemas): string =>
    JSON.stringify(
      (standard as unknown as { jsonSchema: JsonSchemas }).jsonSchema[side]({
        target: "draft-2020-12",
      }),
      // An object's output is closed where undeclared keys are dropped; the input is open.
      (_key, part: unknown) => (part === false ? undefined : part),
    );
  let wrong: readonly StandardIssue[] = [];
  try {
    if (issues[0] && shapeOf("input") === shapeOf("output")) {
      wrong = issues;
    }
  } catch {
    // What cannot say so transforms, or may.
  }
  return { value, issues: wrong.map(told) };
}

function told({ message, path = [] }: StandardIssue): CallIssue {
  return {
    in: "body",
    name: path.map((step) => (step as { readonly key?: string }).key ?? (step as string)).join("."),
    message,
  };
}
