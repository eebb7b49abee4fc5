// Three programs that judge documents.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";

/** The errors of a document by the schema of OpenAPI, Redocly's rules of the specification, and Spectral. */
export async function errorsOf(
  document: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  const source = JSON.stringify(document);
  const config = await createConfig({ extends: ["spec"] });
  const redocly = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [spectralRulesets.oas] } as never);
  const found = await spectral.run(JSON.parse(source) as Record<string, unknown>);
  return [
    ...(valid ? [] : [`schema: ${JSON.stringify(errors)}`]),
    ...redocly
      .filter(({ severity }) => severity === "error")
      .map(({ message, location }) => `Redocly: ${message} at ${location[0]?.pointer}`),
    ...found
      // 0 is an error.
      .filter(({ severity }) => (severity as number) === 0)
      .map(({ message, path }) => `Spectral: ${message} at ${path.join("/")}`),
  ];
}
