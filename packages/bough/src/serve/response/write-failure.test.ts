import { describe, expect, test } from "vitest";
import { rejectionAnswer } from "./write-failure.ts";
import { invalidRequest, rejection } from "../exchange/rejection.ts";

const bodyOf = (answer: { readonly body: unknown }): unknown => JSON.parse(String(answer.body));

describe("rejectionAnswer", () => {
  test("is made once for a status that says all", () => {
    const first = rejectionAnswer(rejection(404));
    expect(first).toEqual({
      status: 404,
      headers: [
        "content-type",
        "application/problem+json",
        "cache-control",
        "no-store",
        "x-content-type-options",
        "nosniff",
      ],
      body: '{"type":"urn:bough:not-found","title":"Not Found","status":404}',
      rejection: rejection(404),
    });
    expect(rejectionAnswer(rejection(404))).toBe(first);
    expect(bodyOf(rejectionAnswer(rejection(500)))).toMatchObject({ status: 500 });
  });

  test("has what one of that status says besides", () => {
    expect(bodyOf(rejectionAnswer(rejection(413)))).not.toHaveProperty("detail");
    expect(bodyOf(rejectionAnswer(rejection(413, "too much")))).toHaveProperty(
      "detail",
      "too much",
    );
    expect(rejectionAnswer(rejection(405, undefined, ["allow", "GET"])).headers).toContain("GET");
    expect(rejectionAnswer(rejection(405)).headers).not.toContain("GET");
    const errors = [{ in: "query", name: "limit", message: "is no integer" }] as const;
    expect(bodyOf(rejectionAnswer(invalidRequest(errors)))).toMatchObject({ status: 400, errors });
    expect(bodyOf(rejectionAnswer(rejection(400)))).toHaveProperty("errors", []);
  });
});
