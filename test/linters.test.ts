// What the rules of linters that ask for types say about a project's own code: nothing where it
// is written as the guide writes it, and something where a call is forgotten.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository } from "./support/staged-package.ts";

const rules = [
  "await-thenable",
  "no-base-to-string",
  "no-confusing-void-expression",
  "no-floating-promises",
  "no-misused-promises",
  "no-unnecessary-condition",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "only-throw-error",
  "prefer-promise-reject-errors",
  "require-await",
  "restrict-template-expressions",
  "return-await",
  "unbound-method",
];

const api = `
import { del, dynamicResource, failure, get, post, rootResource, staticResource, string, type, uuid } from "bough";
export interface User { id: string; email: string }
export const UserNotFound = failure("user-not-found", 404);
export const EmailTaken = failure("email-taken", 409).body<{ email: string }>();
export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().response<User[]>(),
    create: post()
      .request<{ email: string }>()
      .response(type<User>(), { status: 201, headers: { location: string() } })
      .failure(EmailTaken),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>().failure(UserNotFound),
      remove: del().failure(UserNotFound),
    }),
  }),
});
`;

const server = `
import { createServer } from "bough/server";
import { api, EmailTaken, UserNotFound, type User } from "./api.ts";
declare const users: Map<string, User>;
declare function remove(id: string): Promise<boolean>;
export const server = createServer();
server.route(api.users.list, () => [...users.values()]);
server.route(api.users.create, ({ body, respond, fail }) => {
  if (body.email === "") fail(EmailTaken, { email: body.email });
  const { path } = api.users.user("1");
  return respond({ ...body, id: path }, { headers: { location: \`https://a.test\${path}\` } });
});
const known = server.guard([UserNotFound], ({ header, fail }) => {
  const me = users.get(header("x-me") ?? "") ?? fail(UserNotFound);
  return { me };
});
const timed = known.around(async ({ endpoint }, next) => {
  const answer = await next();
  console.log(\`\${endpoint.method} \${endpoint.template} \${String(answer.status)}\`);
  return answer;
});
timed.route(api.users.user, {
  find: ({ ids, fail }) => users.get(ids.user) ?? fail(UserNotFound),
  remove: async ({ ids, me, fail }) => {
    if (ids.user !== me.id) return fail(UserNotFound);
    if (!(await remove(ids.user))) fail(UserNotFound);
  },
});
`;

const client = `
import type { BoundEndpoint, InferResponse } from "bough";
import type { RequestArguments } from "bough/types";
import { createClient } from "bough/client";
import { FailureError } from "bough/client";
import { api, EmailTaken, UserNotFound, type User } from "./api.ts";
import { server } from "./server.ts";
const client = createClient({ fetch: server.fetch });
export const { request, urlOf } = client;
export async function call<E extends BoundEndpoint>(endpoint: E, ...rest: RequestArguments<E>): Promise<InferResponse<E>> {
  return (await client.request(endpoint, ...rest)).bodyOrThrow();
}
export async function create(email: string): Promise<User> {
  const result = await client.request(api.users.create, { email });
  if (result.failedWith(EmailTaken)) throw new Error(\`\${result.failure.body.email} is taken\`);
  return result.body;
}
export async function find(id: string): Promise<string> {
  try {
    const user = await client.request(api.users.user(id).find).bodyOrNull(UserNotFound);
    return user?.email ?? "nobody";
  } catch (error) {
    if (error instanceof FailureError) return error.failure.name;
    throw error;
  }
}
export async function findAll(ids: readonly string[]): Promise<string[]> {
  return Promise.all(
    ids.map(async (id) =>
      client.request(api.users.user(id).find).match({
        ok: (user) => user.email,
        "user-not-found": () => urlOf(api.users.user(id).find),
      }),
    ),
  );
}
export function leave(id: string): void {
  void client.request(api.users.user(id).remove);
  client.request(api.users.list).catch(console.error);
}
export const pending = async () => client.request(api.users.list);
`;

const forgotten = `
import { createClient } from "bough/client";
import { api } from "./api.ts";
const client = createClient();
export function leave(id: string): void {
  client.request(api.users.user(id).remove);
  client.request(api.users.user(id).remove).bodyOrThrow();
  [id].forEach((each) => client.request(api.users.user(each).remove));
  if (client.request(api.users.list)) return;
}
export async function take(): Promise<() => unknown> {
  const { bodyOrThrow } = await client.request(api.users.list);
  return bodyOrThrow;
}
`;

const files = { api, server, client, forgotten };
let folder: string;

beforeAll(() => {
  mkdirSync(join(repository, "test/.gen"), { recursive: true });
  folder = mkdtempSync(join(repository, "test/.gen/linted-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), text);
  const tsconfig = { extends: "../../../tsconfig.json", include: ["*.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  const config = {
    plugins: ["typescript"],
    categories: { correctness: "off" },
    rules: Object.fromEntries(rules.map((rule) => [`typescript/${rule}`, "error"])),
  };
  writeFileSync(join(folder, "oxlint.json"), JSON.stringify(config));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Each complaint about a file, as its line and its rule. */
function complaints(name: keyof typeof files): string[] {
  const oxlint = join(repository, "node_modules/oxlint/bin/oxlint");
  const config = ["--type-aware", "--no-ignore", "-c", "oxlint.json", "-f", "unix"];
  const { stdout } = spawnSync(process.execPath, [oxlint, ...config, `${name}.ts`], {
    cwd: folder,
    encoding: "utf8",
  });
  return [...stdout.matchAll(/^\S+?:(\d+):\d+: .*\[Error\/typescript\((.*)\)\]$/gm)].map(
    ([, line, rule]) => `${files[name].split("\n")[Number(line) - 1]?.trim()} // ${rule}`,
  );
}

test.each(["api", "server", "client"] as const)(
  "nothing is said about %s.ts",
  { timeout: 240_000 },
  (name) => {
    expect(complaints(name)).toEqual([]);
  },
);

test(
  "a forgotten call is seen, and so is a method without its result",
  { timeout: 240_000 },
  () => {
    expect(complaints("forgotten")).toEqual([
      "client.request(api.users.user(id).remove); // no-floating-promises",
      "client.request(api.users.user(id).remove).bodyOrThrow(); // no-floating-promises",
      "[id].forEach((each) => client.request(api.users.user(each).remove)); // no-misused-promises",
      "if (client.request(api.users.list)) return; // no-misused-promises",
      "if (client.request(api.users.list)) return; // no-unnecessary-condition",
      "const { bodyOrThrow } = await client.request(api.users.list); // unbound-method",
    ]);
  },
);
