// Clients that differ by one step, for the bytes of each: the README's own client, and four endpoints declared by types
// alone with the first parameter, failure, credential or list.
import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The block of the README that begins with the name of a file. */
function blockOf(file) {
  const text = page.split("```").find((block) => block.startsWith(`ts\n// ${file}`));
  if (text === undefined) throw new Error(`README.md has no block for ${file}`);
  return text.slice("ts\n".length);
}

/** Replaces text that must be there. */
function put(text, before, after) {
  if (!text.includes(before)) throw new Error(`the client of README.md has no ${before}`);
  return text.replace(before, after);
}

/** The README's client and its declaration as one module. */
export function readme(security) {
  const api = blockOf("api.ts");
  const client = blockOf("client.ts").replace(/^import .* from "\.\/api\.ts";$/m, "");
  if (security === undefined) return client + api;
  const token = 'const UserToken = bearer("user-token");\n';
  return (
    put(
      put(client, "createClient }", "createClient, credential }"),
      "createClient({ ",
      "createClient({ credentials: [credential(UserToken, () => localStorage.token)], ",
    ).replace(/^const client/m, `${token}$&`) +
    put(
      put(api, "import { ", "import { bearer, "),
      'rootResource("users", {',
      'rootResource("users", { security: [UserToken] }, {',
    )
  );
}

const four = ({ imports = "", before = "", root = "", list = "", find = "", calls = {} }) => `
import { del, dynamicResource, get, post, rootResource, staticResource${imports} } from "bough";
import { createClient${calls.imports ?? ""} } from "bough/client";
${before}
const api = rootResource("v1", ${root}{
  users: staticResource("users", {
    list: get()${list}.response(),
    create: post().request().response(),
    user: dynamicResource("user", { find: get().response()${find}, remove: del() }),
  }),
});
const client = createClient({ baseUrl: "https://example.test"${calls.options ?? ""} });
export const all = () => Promise.all([
  client.request(api.users.list${calls.list ?? ""}).bodyOrThrow(),
  client.request(api.users.create, { name: "Ada" }).bodyOrThrow(),
  client.request(api.users.user("42").find).bodyOrNull(),
  client.request(api.users.user("42").remove),
]);`;

export const plain = four({});

export const first = {
  parameter: four({
    imports: ", integer",
    list: ".parameters({ limit: integer() })",
    calls: { list: ", { parameters: { limit: 1 } }" },
  }),
  failure: four({
    imports: ", failure",
    before: 'const UserNotFound = failure("user-not-found", 404);',
    find: ".failure(UserNotFound)",
  }),
  credential: four({
    imports: ", bearer",
    before: 'const UserToken = bearer("user-token");',
    root: "{ security: [UserToken] }, ",
    calls: {
      imports: ", credential",
      options: ", credentials: [credential(UserToken, () => localStorage.token)]",
    },
  }),
  list: four({
    imports: ", integer, list",
    list: ".parameters({ ids: list(integer()) })",
    calls: { list: ", { parameters: { ids: [1] } }" },
  }),
};

export const queries = `${plain}
import { createQueries } from "bough-query";
export const queries = createQueries(client);`;
