// Values of parameters and bodies: a client can send them, so an address with them leads back to its endpoint.
import { bind, hrefOf } from "bough";
import { contractOf, endpointAt, endpointsOf } from "bough/contract";
import { describe, expect, test } from "vitest";
import { api } from "../../../../test/every-feature-api.ts";
import { bodyValues } from "./body-values.ts";
import { NotGenerated } from "./not-generated.ts";
import { idsOf, parametersOf } from "./parameter-values.ts";
import { schemaValues } from "./schema-values.ts";

// The types of a tree that is only known at run time tell nothing.
interface Untyped {
  readonly bind: (endpoint: unknown, ids: object) => unknown;
  readonly hrefOf: (endpoint: unknown, options: { readonly parameters: object }) => string;
}
const untyped = { bind, hrefOf } as unknown as Untyped;

const contract = contractOf(api);
const placed = new Map(endpointsOf(api).map((one) => [`${one.method} ${one.template}`, one]));
const options = { components: contract.components.schemas } as const;

describe.each(["plain", "odd"] as const)("%s values", (style) => {
  test.each(contract.endpoints.map((one) => [one.key, one] as const))(
    "of the parameters of %s can be sent",
    async (_, { method, template, path = [], query = [] }) => {
      const values = await schemaValues({ ...options, style });
      // Their functions and checks know more than the contract says.
      const known = query.filter(
        ({ type, checks, opaque }) =>
          type !== "parameter" && type !== "codec" && !checks && !opaque,
      );
      const made = values.fc.tuple(idsOf(path, values), parametersOf(known, values));
      const endpoint = placed.get(`${method} ${template}`);
      for (const [ids, parameters] of values.fc.sample(made, { seed: 1, numRuns: 10 })) {
        const others = { color: 0, at: new Date(0) };
        const given = query.some(({ name }) => name === "at")
          ? { ...parameters, ...others }
          : parameters;
        const href = untyped.hrefOf(untyped.bind(endpoint, ids), { parameters: given });
        const found = endpointAt(api, method, href);
        expect(found).toMatchObject({ endpoint });
        expect(found?.issues).toBe(undefined);
      }
    },
  );
});

describe("values of bodies", () => {
  const bodies = contract.endpoints.flatMap(({ key, request }) =>
    (request?.content ?? []).map((content) => [`${key} ${content.mediaType}`, content] as const),
  );
  const withSchema = bodies.filter(
    ([, { kind, schema }]) => schema !== undefined || kind === "bytes" || kind === "form",
  );

  test.each(withSchema)("of %s are made", async (_, content) => {
    const values = await schemaValues({ ...options, style: "odd" });
    const made = values.fc.sample(bodyValues(content, values), { seed: 1, numRuns: 10 });
    expect(made).toHaveLength(10);
  });

  test("of a type without a schema are refused with a sentence that names bough schemas", async () => {
    const values = await schemaValues({ ...options, style: "odd" });
    const content = { kind: "negotiated", mediaType: "application/json" } as const;
    expect(() => bodyValues(content, values)).toThrow(
      new NotGenerated(
        "its application/json body is a type without a schema: run bough schemas, and pass the file as the option schemas",
      ),
    );
  });

  test("of files and parts keep their bounds", async () => {
    const values = await schemaValues({ ...options, style: "odd" });
    const content = {
      kind: "multipart",
      mediaType: "multipart/form-data",
      parts: [
        {
          name: "files",
          type: "file",
          required: true,
          list: true,
          max: 2,
          maxBytes: 3,
          mediaTypes: ["image/*"],
        },
        { name: "text", type: "string", required: true, schema: { type: "string", minLength: 2 } },
      ],
    } as const;
    for (const made of values.fc.sample(bodyValues(content, values), { seed: 1, numRuns: 50 })) {
      const { files, text } = made as { readonly files: readonly File[]; readonly text: string };
      expect(files.length).toBeLessThanOrEqual(2);
      expect(files.every((one) => one.size <= 3 && one.type === "image/x-any")).toBe(true);
      expect(text.length).toBeGreaterThanOrEqual(2);
    }
  });
});
