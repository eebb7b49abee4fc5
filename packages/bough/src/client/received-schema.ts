// Whether a schema of the declaration accepts what arrived. A server sends a schema's
// output, and a schema that transforms need not accept its own output: a refusal
// counts only where input and output are known to be alike. A schema that goes both ways
// decodes here what the server encoded, and the reverse.
import type { AnySchema } from "../schema/standard-schema.ts";
import { encoderOf } from "../schema/two-way.ts";
import type { IssueList, ReceivedCall } from "../declaration/body/body-format.ts";

// Standard JSON Schema, https://standardschema.dev/json-schema: some schemas can say
// what they take and what they give.
interface JsonSchemas {
  readonly jsonSchema: Readonly<
    Record<"input" | "output", (options: { readonly target: string }) => unknown>
  >;
}

/** What a caller's value is sent as; a value that its schema does not encode goes as it is, for the server to refuse. */
export async function encodedBy(schema: AnySchema, value: unknown): Promise<unknown> {
  const encode = encoderOf(schema);
  try {
    return encode ? await encode(value) : value;
  } catch {
    return value;
  }
}

/** What a schema makes of a received value; adds to the issues what is wrong with it, where that can be told. */
export async function receivedBy(
  { validateResponses }: Pick<ReceivedCall, "validateResponses">,
  schema: AnySchema,
  value: unknown,
  issues: IssueList,
): Promise<unknown> {
  const decodes = encoderOf(schema);
  if (!decodes && validateResponses === false) {
    return value;
  }
  const standard = schema["~standard"] as AnySchema["~standard"] & JsonSchemas;
  const result = await standard.validate(value);
  if (!result.issues) {
    return decodes ? result.value : value;
  }
  const shapeOf = (side: keyof JsonSchemas["jsonSchema"]): string =>
    JSON.stringify(
      standard.jsonSchema[side]({ target: "draft-2020-12" }),
      // An object's output is closed where undeclared keys are dropped; the input is open.
      (_key, part: unknown) => (part === false ? undefined : part),
    );
  try {
    if (decodes || shapeOf("input") === shapeOf("output")) {
      // An answer may bring any number of them, below names of any length: the first of each are told.
      for (const { path = [], message } of result.issues.slice(0, 200)) {
        issues.push({
          in: "body",
          name: path
            .map((step) => (step as { readonly key?: string }).key ?? (step as string))
            .join(".")
            .slice(0, 200),
          message,
        });
      }
    }
  } catch {
    // What cannot say so transforms, or may.
  }
  return value;
}
