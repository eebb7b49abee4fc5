import { describe, expect, test } from "vitest";
import { acceptsGzip } from "./request-headers.ts";

describe("RFC 9110 12.5.3: Accept-Encoding", () => {
  test.each([
    [undefined, false],
    ["", false],
    ["gzip", true],
    ["br, GZIP;q=0.5", true],
    ["deflate, gzip;q=1.0, *;q=0.5", true],
    ["*", true],
    ["*;q=0", false],
    ["gzip;q=0, *", false],
    ["*, gzip;q=0", false],
    ["gzip ; q=0.000", false],
    ["gzip;q=none", false],
    ["identity", false],
    ["xgzip", false],
  ])("%j", (header, accepted) => {
    expect(acceptsGzip(header)).toBe(accepted);
  });
});
