// Whether a schema of the declaration accepts what arrived. A server sends a schema's
// output, and a schema that transforms need not accept its own output: a refusal
// counts only where input and output are known to be alike.
// Schemas that know both directions will decode here, once there are such bodies.
import type { AnySchema } from "../schema/standard-schema.ts";
import type { CallIssue } from "./call-error.ts";

// Standard JSON Schema, https://standardschema.dev/json-schema: some schemas can say
// what they take and what they give.
type JsonSchemas = Readonly<
  Record<"input" | "output", (options: { readonly target: string }) => unknown>
>;

/** What is wrong with a received value; nothing where it cannot be told. */
export async function issuesOf(schema: AnySchema, value: unknown): Promise<CallIssue[]> {
  const standard = schema["~standard"];
  const { issues = [] } = await standard.validate(value);
  const shapeOf = (side: keyof JsonSchemas): string =>
    JSON.stringify(
      (standard as unknown as { jsonSchema: JsonSchemas }).jsonSchema[side]({
        target: "draft-2020-12",
      }),
      // An object's output is closed where undeclared keys are dropped; the input is open.
      (_key, part: unknown) => (part === false ? undefined : part),
    );
  try {
    return issues[0] && shapeOf("input") === shapeOf("output")
      ? issues.map(({ message, path = [] }) => ({
          in: "body",
          name: path
            .map((step) => (step as { readonly key?: string }).key ?? (step as string))
            .join("."),
          message,
        }))
      : [];
  } catch {
    // What cannot say so transforms, or may.
    return [];
  }
}
