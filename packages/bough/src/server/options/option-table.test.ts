import { describe, expect, test } from "vitest";
import { rootResource } from "../../declaration/tree/resource.ts";
import { get } from "../../declaration/endpoint/verbs.ts";
import { createServer } from "../create-server.ts";
import { verifyTable } from "./option-table.ts";

const api = rootResource("v1", { home: get() });
const NAMES =
  "codecs, limits, basePath, cors, publicUrl, strictParameters, trailingSlashMismatch, validateResponses, requireSchemas, onError, observe";
const LIMITS = "body, target, item, names, depth, parts, idle, stall";

describe("wrong options", () => {
  test.each([
    [null, `createServer: got null for its options, but takes { ${NAMES} }`],
    [5, `createServer: got 5 for its options, but takes { ${NAMES} }`],
    ["/api", `createServer: got "/api" for its options, but takes { ${NAMES} }`],
    [[], `createServer: got a list for its options, but takes { ${NAMES} }`],
    [() => ({}), `createServer: got a function for its options, but takes { ${NAMES} }`],
    [new Map(), `createServer: got an object (Map) for its options, but takes { ${NAMES} }`],
    [
      Promise.resolve({}),
      `createServer: got an object (Promise) for its options, but takes { ${NAMES} }`,
    ],
    [
      { strictParameters: "false" },
      'createServer: strictParameters is "false", but true or false is needed',
    ],
    [{ validateResponses: 0 }, "createServer: validateResponses is 0, but true or false is needed"],
    [{ requireSchemas: "x" }, 'createServer: requireSchemas is "x", but true or false is needed'],
    [{ requireSchemas: null }, "createServer: requireSchemas is null, but true or false is needed"],
    [{ limits: 5 }, `limits: got 5 for its options, but takes { ${LIMITS} }`],
    [{ limits: null }, `limits: got null for its options, but takes { ${LIMITS} }`],
    [{ limits: { body: "1mb" } }, 'limits: body is "1mb", but a number from 0 is needed'],
    [{ basePath: 5n }, "createServer: basePath 5 is no path"],
    [{ publicUrl: 5n }, "createServer: publicUrl 5 is no absolute URL as text"],
    [{ cors: { origins: [5n] } }, "cors: 5 is no origin"],
    [{ cors: { origins: "*", headers: [{}] } }, "cors: headers has an object (Object), which is"],
    [
      { observe: "a" },
      'createServer: expected observe to be a function or a list of functions, received "a"',
    ],
    [
      { observe: [() => undefined, 5] },
      "createServer: expected observe to be a function or a list of functions, received a list",
    ],
    [{ cors: null }, "cors: got null for its options, but takes { origins, "],
  ])("of a server: %o", (options, message) => {
    expect(() => createServer(options as never)).toThrow(message);
  });

  test.each([
    [null, "got null for its options, but takes { request, response, limits }"],
    [{ limits: 5 }, "limits is 5, but { body: 5_000_000 }, or another limit, is needed"],
    [{ limits: null }, "limits is null, but { body: 5_000_000 }, or another limit, is needed"],
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
