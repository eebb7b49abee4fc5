import { describe, expect, test } from "vitest";
import { isNullBodyStatus } from "./status.ts";

describe("isNullBodyStatus", () => {
  test("M15: 101, 103, 204, 205 and 304 have no body, nothing else", () => {
    const found = Array.from({ length: 600 }, (_, status) => status).filter(isNullBodyStatus);
    expect(found).toEqual([101, 103, 204, 205, 304]);
  });

  test("M15: agrees with what Response accepts", () => {
    for (let status = 200; status < 600; status++) {
      let refused = false;
      try {
        void new Response("", { status });
      } catch {
        refused = true;
      }
      expect([status, isNullBodyStatus(status)]).toEqual([status, refused]);
    }
  });
});
