// Every method and path of GitHub's REST API, from its OpenAPI document.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const METHODS = ["get", "post", "put", "patch", "delete"];

/**
 * So many routes: an even pick, or the table again under other first segments. An id is named by its
 * position, so that routers that refuse two names at one place can take the table; ids fill segments.
 */
export function githubRoutes(count) {
  const require = createRequire(import.meta.url);
  const folder = require.resolve("@octokit/openapi/package.json").replace("package.json", "");
  const document = readFileSync(`${folder}generated/api.github.com.json`, "utf8");
  const all = new Map();
  for (const [path, operations] of Object.entries(JSON.parse(document).paths)) {
    const template = path
      .split("/")
      .map((segment, at) =>
        segment.includes("{") ? `:p${at}` : segment.replaceAll(/[^\w.-]/g, "-"),
      )
      .join("/");
    for (const method of METHODS) {
      if (!operations[method] || template === "/") continue;
      all.set(method + template, [method.toUpperCase(), template]);
    }
  }
  const routes = [...all.values()];
  if (count <= routes.length) {
    return Array.from(
      { length: count },
      (_, at) => routes[Math.floor((at * routes.length) / count)],
    );
  }
  return Array.from({ length: count }, (_, at) => {
    const [method, template] = routes[at % routes.length];
    const copy = Math.floor(at / routes.length);
    return copy === 0 ? [method, template] : [method, `/t${copy}${shifted(template)}`];
  });
}

const shifted = (template) =>
  template.replaceAll(/:p(\d+)/g, (_, position) => `:p${Number(position) + 1}`);
