import { json, multipart } from "bough";
import { expect, test } from "vitest";
import { z } from "zod";
import { validate } from "../../shared/schema/validate.ts";
import { formatsOf } from "../../declare/body/body-format.ts";

test("the schema of typed parts leaves what is received as it is", async () => {
  const [format] = formatsOf(multipart({ meta: json(z.object({ at: z.string() })) }));
  const body = { meta: { at: "now" } };
  const schema = format?.schema;
  expect(schema).toBeDefined();
  if (schema) expect(await validate(schema, body)).toEqual({ value: body });
});
