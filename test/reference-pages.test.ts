// Two reference pages are generated from the sources: `npx vitest run test/reference-pages.test.ts --update`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { home, repository } from "./support/staged-package.ts";

const sources = join(repository, home, "src");

/** A page with its generated end replaced. */
function pageWith(name: string, generated: string): string {
  const mark = "<!-- generated -->\n";
  const text = readFileSync(join(repository, "docs/reference", name), "utf8");
  const start = text.indexOf(mark);
  expect(start, `${name} needs the line ${mark}`).toBeGreaterThan(0);
  return `${text.slice(0, start + mark.length)}\n${generated}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const inCell = (text: string): string => oneLine(text).replaceAll("|", "\\|");

function docOf(node: ts.Node): string {
  return oneLine(
    ts
      .getJSDocCommentsAndTags(node)
      .flatMap((doc) => (ts.isJSDoc(doc) ? (ts.getTextOfJSDocComment(doc.comment) ?? []) : []))
      .join(" "),
  );
}

describe("options.md", () => {
  const GROUPS: readonly (readonly [title: string, intro: string, file: string, name: string])[] = [
    [
      "Server",
      "`createServer(options)`, and `routing(app, options)` in every framework.",
      "serve/parts/server-options.ts",
      "ServerOptions",
    ],
    [
      "Limits of a server",
      "The option `limits` of a server, beside those of a route.",
      "serve/options/kernel-options.ts",
      "Limits",
    ],
    [
      "Route",
      "The last argument of `server.route(endpoint, handler, options)`.",
      "serve/options/route-options.ts",
      "RouteOptions",
    ],
    [
      "Limits of a route",
      "The option `limits` of a route or a server.",
      "serve/options/kernel-options.ts",
      "RouteLimits",
    ],
    [
      "`listen`",
      "`listen(server, options)` of `bough/node`.",
      "hosts/node/listen.ts",
      "ListenOptions",
    ],
    [
      "`toLambda`",
      "`toLambda(server, options)` of `bough/lambda`.",
      "hosts/lambda/to-lambda.ts",
      "LambdaOptions",
    ],
    [
      "`openApi`",
      "`openApi(api, options)` of `bough-openapi`.",
      "../../openapi/src/document/open-api.ts",
      "OpenApiOptions",
    ],
    [
      "Idempotency keys",
      "`server.idempotent(options)`.",
      "facts/idempotency/server.ts",
      "IdempotencyOptions",
    ],
    [
      "`memoryStore`",
      "`memoryStore(options)`.",
      "facts/idempotency/server-store.ts",
      "MemoryStoreOptions",
    ],
    ["Pages", "`.paged(options)` of an endpoint.", "facts/paging/declared.ts", "PagedOptions"],
    ["Client", "`createClient(options)`.", "call/client-options.ts", "ClientOptions"],
    ["Retries", "The option `retry` of a client.", "call/client-options.ts", "RetryOptions"],
    [
      "Call",
      "The last argument of `client.request(endpoint, body, options)`, beside `parameters`, `headers`, `ifMatch` of a conditional endpoint and `idempotencyKey` of an idempotent one.",
      "call/request-arguments.ts",
      "CallOptions",
    ],
    [
      "Resource",
      "The options of `rootResource`, `staticResource` and `dynamicResource`.",
      "declare/tree/resource-node.ts",
      "ResourceOptions",
    ],
  ];

  function membersOf(path: string, name: string): (readonly [string, string, string])[] {
    const text = readFileSync(join(sources, path), "utf8");
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    return file.statements
      .filter(ts.isInterfaceDeclaration)
      .filter((statement) => statement.name.text === name)
      .flatMap(({ members }) => [...members])
      .filter(ts.isPropertySignature)
      .map((member) => [
        member.name.getText(file),
        docOf(member),
        oneLine(member.type?.getText(file) ?? "").replace(/ \| undefined$/, ""),
      ]);
  }

  const silent: string[] = [];

  /** A type that is short enough to stand behind the name. */
  const shortened = (type: string): string =>
    type.length > 24 || type.startsWith("|") ? "" : `: ${inCell(type)}`;

  function tableOf([title, intro, path, name]: (typeof GROUPS)[number]): string {
    const rows = membersOf(path, name);
    expect(rows, name).not.toEqual([]);
    silent.push(...rows.filter(([, doc]) => doc === "").map(([member]) => `${name}.${member}`));
    return [
      `## ${title}\n`,
      `${intro}\n`,
      "| option | meaning |",
      "|---|---|",
      ...rows.map(([member, doc, type]) => `| \`${member}${shortened(type)}\` | ${inCell(doc)} |`),
      "",
    ].join("\n");
  }

  test("has every option with its JSDoc", async () => {
    const page = pageWith("options.md", GROUPS.map(tableOf).join("\n"));
    expect(silent, "these members have no JSDoc").toEqual([]);
    await expect(page).toMatchFileSnapshot(join(repository, "docs/reference/options.md"));
  });
});

describe("compiler-messages.md", () => {
  function messagesIn(name: string): string {
    const text = readFileSync(join(sources, name), "utf8");
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    const single: string[] = [];
    const groups: string[] = [];
    for (const statement of file.statements) {
      if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
        const rows = literalsIn(statement);
        if (rows.length > 0 && ts.isTypeAliasDeclaration(statement)) {
          const sentences = rows.map((sentence) => `\`${inCell(sentence)}\``);
          single.push(`| ${inCell(docOf(statement))} | ${sentences.join("<br>")} |`);
        } else if (rows.length > 0) {
          groups.push(
            `### ${docOf(statement).replace(/(?:: .*|\.)$/, "")}\n\n\`\`\`text\n${rows.join("\n")}\n\`\`\`\n`,
          );
        }
      }
    }
    return [`| when | message |\n|---|---|\n${single.join("\n")}\n`, ...groups].join("\n");
  }

  function literalsIn(node: ts.Node): string[] {
    const found: string[] = [];
    const visit = (one: ts.Node): void => {
      if (ts.isLiteralTypeNode(one) && ts.isStringLiteralLike(one.literal)) {
        found.push(one.literal.text);
      } else if (ts.isTemplateLiteralTypeNode(one)) {
        const spans = one.templateSpans.map(({ literal }) => `…${literal.text}`);
        found.push(one.head.text + spans.join(""));
      } else {
        ts.forEachChild(one, visit);
      }
    };
    ts.forEachChild(node, visit);
    // `keyof`, names of members and the like are no messages.
    return found.filter((text) => text.includes(" ")).map(oneLine);
  }

  test("has every sentence that the compiler shows", async () => {
    const files = ["shared/internal/type-error.ts", "shared/internal/fact-sentences.ts"];
    const generated = files.map(messagesIn).join("\n");
    expect(generated.match(/^(?!#|```|$|\| when).+/gm)?.length).toBeGreaterThan(120);
    const page = pageWith("compiler-messages.md", generated);
    await expect(page).toMatchFileSnapshot(join(repository, "docs/reference/compiler-messages.md"));
  });
});
