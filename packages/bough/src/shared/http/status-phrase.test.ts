import { STATUS_CODES } from "node:http";
import { describe, expect, test } from "vitest";
import { statusPhrase } from "./status.ts";

// Where Node still says what RFC 9110 renamed, or what was never registered.
const differing: ReadonlyMap<number, string> = new Map([
  [413, "Content Too Large"],
  [418, "Error"],
  [422, "Unprocessable Content"],
  [509, "Error"],
]);

describe("statusPhrase", () => {
  test("P2: names every status that Node knows, in RFC 9110's words", () => {
    for (const [status, phrase] of Object.entries(STATUS_CODES)) {
      expect([status, statusPhrase(Number(status))]).toEqual([
        status,
        differing.get(Number(status)) ?? phrase,
      ]);
    }
  });

  test("falls back by class", () => {
    expect([499, 599, 299, 600, 0, Number.NaN].map(statusPhrase)).toEqual([
      "Error",
      "Error",
      "Unknown",
      "Unknown",
      "Unknown",
      "Unknown",
    ]);
  });
});
