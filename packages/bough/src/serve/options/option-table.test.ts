import { describe, expect, test } from "vitest";
import { rootResource } from "../../declare/tree/resource.ts";
import { get } from "../../declare/endpoint/verbs.ts";
import { createServer } from "../create-server.ts";
import { verifyTable } from "./option-table.ts";

const api = rootResource("v1", { home: get() });
const NAMES =
  "codecs, limits, basePath, cors, publicUrl, strictParameters, trailingSlashMismatch, validateResponses, requireSchemas, requireSecurity, trustedOrigins, schemas, responses, onError, observe";
const LIMITS = "body, target, item, names, depth, parts, idle, stall";

describe("wrong options", () => {
  test.each([
    [null, `createServer: expected an options object { ${NAMES} }, received null`],
    [5, `createServer: expected an options object { ${NAMES} }, received 5`],
    ["/api", `createServer: expected an options object { ${NAMES} }, received "/api"`],
    [[], `createServer: expected an options object { ${NAMES} }, received a list`],
    [() => ({}), `createServer: expected an options object { ${NAMES} }, received a function`],
    [new Map(), `createServer: expected an options object { ${NAMES} }, received an object (Map)`],
    [
      Promise.resolve({}),
      `createServer: expected an options object { ${NAMES} }, received an object (Promise)`,
    ],
    [
      { strictParameters: "false" },
      'createServer: expected strictParameters to be true or false, received "false"',
    ],
    [
      { validateResponses: 0 },
      "createServer: expected validateResponses to be true or false, received 0",
    ],
    [
      { requireSchemas: "x" },
      'createServer: expected requireSchemas to be true or false, received "x"',
    ],
    [
      { requireSchemas: null },
      "createServer: expected requireSchemas to be true or false, received null",
    ],
    [{ limits: 5 }, `limits: expected an options object { ${LIMITS} }, received 5`],
    [{ limits: null }, `limits: expected an options object { ${LIMITS} }, received null`],
    [{ limits: { body: "1mb" } }, 'limits: expected body to be a number from 0, received "1mb"'],
    [{ basePath: 5n }, "createServer: expected basePath to be a path"],
    [{ publicUrl: 5n }, "createServer: expected publicUrl to be an absolute URL"],
    [{ cors: { origins: [5n] } }, "cors: expected an origin such as"],
    [{ cors: { origins: "*", headers: [{}] } }, "cors: headers has an object (Object), which is"],
    [
      { observe: "a" },
      'createServer: expected observe to be a function or a list of functions, received "a"',
    ],
    [
      { observe: [() => undefined, 5] },
      "createServer: expected observe to be a function or a list of functions, received a list",
    ],
    [{ cors: null }, "cors: expected an options object { origins, "],
  ])("of a server: %o", (options, message) => {
    expect(() => createServer(options as never)).toThrow(message);
  });

  test.each([
    [null, "expected an options object { request, response, limits }, received null"],
    [
      { limits: 5 },
      "expected limits to be an object of limits, such as { body: 5_000_000 }, received 5",
    ],
    [
      { limits: null },
      "expected limits to be an object of limits, such as { body: 5_000_000 }, received null",
    ],
  ])("of a route and a handler: %o", (options, fault) => {
    const server = createServer();
    expect(() => server.route(api.home, () => undefined, options as never)).toThrow(
      new TypeError(`route: ${fault}`),
    );
    expect(() => server.handler<typeof api.home>(() => undefined, options as never)).toThrow(
      new TypeError(`handler: ${fault}`),
    );
  });

  test("are not those of a class, a frozen object, or one without a prototype", () => {
    class Options {
      get strictParameters(): boolean {
        return true;
      }
    }
    const bare = Object.assign(Object.create(null), { limits: { body: 5 } });
    for (const options of [new Options(), Object.freeze({}), bare, new Proxy({}, {})]) {
      expect(() => createServer(options)).not.toThrow();
    }
  });

  test("are looked at where a class inherits them", () => {
    const inherited = Object.create({ flag: 5 });
    expect(() => verifyTable("asked", inherited, { flag: () => "is wrong" })).toThrow(
      new TypeError("asked: is wrong"),
    );
  });
});
