// The page of Swagger UI: its HTML, the script that starts it, and its files from the package swagger-ui-dist.
import { installedPackage } from "./installed-package.ts";
import { RouteError } from "bough/server";
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
      `run npm install ${PACKAGE}; without a file system, pass its files: { assets: { "swagger-ui.css": …, "swagger-ui-bundle.js": … } }`,
    );
  }
  return new Map(FILES.map((file) => [file, () => installed.read(file)]));
}

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

/**
 * The script that starts the page. Its URLs are relative to itself. Swagger UI sends `Basic`, `Bearer`, and keys in
 * headers and queries. Another scheme of `Authorization` is shown as a key in that header, and gets its name when it
 * is entered. Scripts can neither read nor send a cookie of a session, so the dialog says where it comes from.
 */
export const SWAGGER_UI_INIT = `const urlOf = (file) => new URL(file, document.currentScript.src).href;

const SCHEME = "x-authorization-scheme";

function shownScheme(scheme) {
  const { type, scheme: name, in: place, description } = scheme;
  if (type === "http" && !/^(?:basic|bearer)$/i.test(name)) {
    return {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: withNote(description, "Sent as \`Authorization: " + name + " …\`. Enter what follows the name."),
      [SCHEME]: name,
    };
  }
  if (type === "apiKey" && place === "cookie") {
    const note =
      "Your browser sends the cookie \`" + scheme.name + "\` by itself after the server has set it. " +
      "Sign in first: with an operation of this page, or in another tab.";
    return { ...scheme, description: withNote(description, note) };
  }
  return scheme;
}

function withNote(description, note) {
  return description ? description + "\\n\\n" + note : note;
}

function shownDocument(text) {
  const shown = JSON.parse(text);
  const schemes = Object.entries(shown.components?.securitySchemes ?? {});
  if (schemes.length > 0) {
    shown.components.securitySchemes = Object.fromEntries(
      schemes.map(([name, scheme]) => [name, shownScheme(scheme)]),
    );
  }
  return JSON.stringify(shown);
}

function withScheme(credential) {
  const scheme = credential.schema?.get?.(SCHEME);
  const { value } = credential;
  return scheme && typeof value === "string" && !value.startsWith(scheme + " ")
    ? { ...credential, value: scheme + " " + value }
    : credential;
}

const everyScheme = () => ({
  statePlugins: {
    spec: { wrapActions: { updateSpec: (update) => (text) => update(text && shownDocument(text)) } },
    auth: {
      wrapActions: {
        authorize: (authorize) => (credentials) =>
          authorize(
            Object.fromEntries(
              Object.entries(credentials).map(([name, one]) => [name, withScheme(one)]),
            ),
          ),
      },
    },
  },
  wrapComponents: {
    apiKeyAuth: (KeyInput, { React, getComponent }) => (props) => {
      const { name, schema } = props;
      if (schema.get("in") !== "cookie") return React.createElement(KeyInput, props);
      const Markdown = getComponent("Markdown", true);
      return React.createElement(
        "div",
        null,
        React.createElement("h4", null, React.createElement("code", null, name), " (cookie)"),
        React.createElement(Markdown, { source: schema.get("description") }),
      );
    },
  },
});

SwaggerUIBundle({
  url: urlOf("openapi.json"),
  dom_id: "#swagger-ui",
  plugins: [everyScheme],
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
