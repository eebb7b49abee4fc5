// The failures and rejections of a server against its own document, judged by Ajv.
import { Ajv2020 } from "ajv/dist/2020.js";
import { failure, integer, json, post, rootResource } from "bough";
import { openApi } from "bough-openapi";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const problem = z.looseObject({ type: z.string(), title: z.string(), status: z.number() });
const asProblem = json(problem, { mediaType: "application/problem+json" });
const parameters = { count: integer() };
const Own = failure(400).body(asProblem);
const Range = failure("4XX").body(asProblem);
const Coded = failure("4XX").body(z.object({ code: z.string() }));
const Named = failure("taken", 400).body(z.object({ by: z.string() }));
const Other = failure("other").body(asProblem);

const api = rootResource("v1", {
  own: post("own").parameters(parameters).request(z.string()).failure(Own),
  range: post("range").parameters(parameters).request(z.string()).failure(Range),
  coded: post("coded").parameters(parameters).request(z.string()).failure(Coded),
  named: post("named").parameters(parameters).request(z.string()).failure(Named),
  other: post("other").parameters(parameters).request(z.string()).failure(Other),
});

const server = createServer();
const full = { type: "urn:example:full", title: "Full", status: 400 };
server.route(api.own, ({ fail }) => fail(Own, full));
server.route(api.range, ({ fail, parameters: { count } }) =>
  fail(Range, { ...full, status: count }, { status: count }),
);
server.route(api.coded, ({ fail, parameters: { count } }) =>
  fail(Coded, { code: "full" }, { status: count }),
);
server.route(api.named, ({ fail }) => fail(Named, { by: "Ada" }));
server.route(api.other, ({ fail, parameters: { count } }) =>
  fail(Other, { ...full, status: count }, { status: count }),
);

const document = openApi(server, {
  info: { title: "Failures", version: "1" },
  servers: [{ url: "https://api.example.test" }],
});
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, "document");

/** The errors of a response by the schema of its status, or else of its range. */
async function faultsOf(path: string, response: Response): Promise<unknown> {
  const { status } = response;
  const { responses = {} } = (document.paths[path]?.["post"] ?? {}) as { responses?: object };
  const key = [String(status), `${String(status).charAt(0)}XX`, "default"].find((one) =>
    Object.hasOwn(responses, one),
  );
  const mediaType = response.headers.get("content-type") ?? "";
  const steps = ["paths", path, "post", "responses", key ?? "", "content", mediaType, "schema"];
  const pointer = steps.map((step) => step.replaceAll("/", "~1")).map(encodeURIComponent);
  const validate = ajv.compile({ $ref: `document#/${pointer.join("/")}` });
  return validate(await response.json()) ? undefined : validate.errors;
}

describe("a response fits its document", () => {
  test.each(["own", "range", "coded", "named", "other"])("of %s", async (name) => {
    const path = `/v1/${name}`;
    const send = (query: string, body: string, mediaType = "application/json") =>
      server.fetch(
        new Request(`http://localhost${path}${query}`, {
          method: "POST",
          headers: { "content-type": mediaType },
          body,
        }),
      );
    const responses = [
      // The failure, with the statuses of rejections and another one.
      await send("?count=400", '"a"'),
      await send("?count=401", '"a"'),
      await send("?count=415", '"a"'),
      await send("?count=418", '"a"'),
      // Rejections: 400 for parameters, 400 for the body, 415.
      await send("?count=x", '"a"'),
      await send("?count=400", "1"),
      await send("?count=400", "a", "text/x-other"),
    ];
    const isOwn = name === "own" || name === "named";
    expect(responses.map(({ status }) => status)).toEqual([
      ...(isOwn ? [400, 400, 400, 400] : [400, 401, 415, 418]),
      400,
      400,
      415,
    ]);
    for (const response of responses) {
      expect(await faultsOf(path, response)).toBeUndefined();
    }
  });
});
