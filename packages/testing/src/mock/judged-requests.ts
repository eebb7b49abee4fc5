// Request bodies that the server does not validate although they have schemas. Those of an OpenAPI document are among
// them: documents have keywords that `bough schemas` does not write.
import type { AnyEndpoint } from "bough";
import { endpointKey } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";
import type { JsonSchema } from "bough/types";
import { unescaped } from "../values/schema-reader.ts";
import type { SchemaValues } from "../values/schema-values.ts";

/** A Standard Schema that changes nothing. */
export interface JudgingSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "bough-testing";
    readonly validate: (value: unknown) => Promise<Judged>;
  };
}
type Judged =
  | { readonly value: unknown }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };

/**
 * The schema against which a mock validates the requests of an endpoint; `undefined` if the server validates them, or if
 * there is no schema.
 */
export function judgingSchema(
  endpoint: AnyEndpoint,
  schemas: ExtractedSchemas | undefined,
  load: () => Promise<SchemaValues>,
): JudgingSchema | undefined {
  const bodies = Object.values(schemas?.endpoints[endpointKey(endpoint)]?.request ?? {});
  const wholes = bodies.flatMap((one) =>
    one.unchecked === true && one.schema !== undefined ? [one.schema] : [],
  );
  const [first, other] = wholes;
  // The parts of a form have codecs, which judge them.
  return first === undefined || wholes.length < bodies.length
    ? undefined
    : judging(other === undefined ? first : { anyOf: wholes }, load);
}

function judging(schema: JsonSchema, load: () => Promise<SchemaValues>): JudgingSchema {
  const validate = async (value: unknown): Promise<Judged> => {
    const { validator } = await load();
    const misfit = validator.misfitOf(schema, value);
    if (misfit === undefined) {
      return { value };
    }
    const [, ...path] = misfit.pointer.split("/").map(unescaped);
    return { issues: [{ message: misfit.message, path }] };
  };
  return { "~standard": { version: 1, vendor: "bough-testing", validate } };
}
