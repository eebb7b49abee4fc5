import { expect, test } from "vitest";
import { statusPhrase } from "../../shared/http/status.ts";
import { rejectionRow, REJECTIONS } from "./rejections.ts";

test("rejections have one row for each status, with the registered phrase", () => {
  const statuses = REJECTIONS.map(({ status }) => status);
  expect(statuses).toEqual([...new Set(statuses)].toSorted((a, b) => a - b));
  expect(REJECTIONS.map(({ title }) => title)).toEqual(statuses.map(statusPhrase));
  expect(rejectionRow(415)?.type).toBe("unsupported-media-type");
  expect(rejectionRow(418)).toBeUndefined();
});

test("a request is refused only for what its endpoint has", () => {
  const possible = (endpoint: Parameters<(typeof REJECTIONS)[number]["when"]>[0]): number[] =>
    REJECTIONS.filter(({ when }) => when(endpoint)).map(({ status }) => status);
  const always = [414, 431, 500, 501, 503];
  expect(possible({ security: [{}] })).toEqual(always);
  expect(possible({ request: {}, path: ["a"] })).toEqual([
    400,
    404,
    408,
    413,
    ...always.slice(0, 1),
    415,
    ...always.slice(1),
  ]);
  expect(possible({ security: [{ user: [] }, {}] })).toEqual([401, 403, ...always]);
  expect(possible({ idempotent: {} })).toEqual([400, 409, 414, 422, ...always.slice(1)]);
  expect(possible({ conditional: {} })).toEqual([400, 412, ...always]);
  expect(possible({ conditional: { required: false } })).toEqual([400, 412, ...always]);
  expect(possible({ conditional: { changed: "a", required: true } })).toEqual([
    400,
    414,
    428,
    ...always.slice(1),
  ]);
  expect(possible({ responses: [{ content: [{ kind: "bytes" }] }] })).toEqual([
    406,
    414,
    416,
    ...always.slice(1),
  ]);
});
