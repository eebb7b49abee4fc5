// The page of Swagger UI: its HTML, the script that starts it, and its files from the package swagger-ui-dist.
import { installedPackage } from "../hosts/node/installed-package.ts";
import { RouteError } from "../server/routing/route-error.ts";
import type { DocsContent } from "./docs-file.ts";

const PACKAGE = "swagger-ui-dist";

/** The files that the page loads. The two of OAuth receive the token in a window of their own. */
const FILES: readonly string[] = [
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "favicon-32x32.png",
  "oauth2-redirect.html",
  "oauth2-redirect.js",
];

/** Functions that read the files of the installed package. Throws a `RouteError` if it is not installed. */
export function swaggerUiFiles(): ReadonlyMap<string, () => Promise<DocsContent>> {
  const installed = installedPackage(PACKAGE);
  if (installed === undefined) {
    throw new RouteError(
      "routeDocs",
      `needs the package ${PACKAGE}, which is not installed`,
      `run npm install ${PACKAGE}; without a file system, give its files: { assets: { "swagger-ui.css": …, "swagger-ui-bundle.js": … } }`,
    );
  }
  return new Map(FILES.map((file) => [file, () => installed.read(file)]));
}

/** The HTML of the page. */
export function swaggerUiHtml({
  title,
  base,
}: {
  readonly title: string;
  readonly base: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="${base}favicon-32x32.png">
<link rel="stylesheet" href="${base}swagger-ui.css">
</head>
<body style="margin: 0">
<div id="swagger-ui"></div>
<script src="${base}swagger-ui-bundle.js"></script>
<script src="${base}init.js"></script>
</body>
</html>
`;
}

/** The script that starts the page. Its URLs are relative to itself. */
export const SWAGGER_UI_INIT = `const urlOf = (file) => new URL(file, document.currentScript.src).href;
SwaggerUIBundle({
  url: urlOf("openapi.json"),
  dom_id: "#swagger-ui",
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  oauth2RedirectUrl: urlOf("oauth2-redirect.html"),
  persistAuthorization: false,
  validatorUrl: null,
});
`;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
