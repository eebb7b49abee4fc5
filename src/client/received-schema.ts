// Whether a schema of the declaration accepts what arrived. A server sends a schema's
// output, and a schema that transforms need not accept its own output: a refusal
// counts only where input and output are known to be alike.
// Schemas that know both directions will decode here, once there are such bodies.
import type { AnySchema, StandardIssue } from "../schema/standard-schema.ts";

/** What is wrong with a received value; `undefined` where nothing is, or where it cannot be told. */
export async function issuesOf(
  schema: AnySchema,
  value: unknown,
): Promise<readonly StandardIssue[] | undefined> {
  const checked = schema["~standard"].validate(value);
  const { issues } = checked instanceof Promise ? await checked : checked;
  return issues && takesItsOutput(schema) ? issues : undefined;
}

// Standard JSON Schema, https://standardschema.dev/json-schema: some schemas can say
// what they take and what they give.
interface StandardJsonSchema {
  readonly jsonSchema: {
    readonly input: (options: { readonly target: string }) => unknown;
    readonly output: (options: { readonly target: string }) => unknown;
  };
}

function takesItsOutput(schema: AnySchema): boolean {
  const { jsonSchema } = schema["~standard"] as unknown as StandardJsonSchema;
  const target = { target: "draft-2020-12" };
  try {
    return comparable(jsonSchema.input(target)) === comparable(jsonSchema.output(target));
  } catch {
    // What cannot say so transforms, or may.
    return false;
  }
}

// An object's output is closed where undeclared keys are dropped; the input is open.
function comparable(jsonSchema: unknown): string {
  return JSON.stringify(jsonSchema, (key, value: unknown) =>
    key === "additionalProperties" && value === false ? undefined : value,
  );
}
