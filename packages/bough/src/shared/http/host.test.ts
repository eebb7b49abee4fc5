import { isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlainHost } from "./request-target.ts";

describe("isPlainHost", () => {
  test.each([
    "localhost",
    "localhost:3000",
    "example.test",
    "EXAMPLE.test:443",
    "my_service:80",
    "127.0.0.1:65535",
    "a:9090",
    "a:0",
    "a:",
    "[::1]",
    "[::1]:8080",
    "[2001:db8::ff00:42:8329]",
    "[2001:DB8::FF]",
    "[1:2:3:4:5:6:7:8]",
    "[::ffff:192.0.2.1]:1",
    "[::]",
    "xn--bcher-kva.example",
  ])("I3: %j is plain", (host) => {
    expect(isPlainHost(host)).toBe(true);
  });

  test.each([
    "",
    "x/y?q=",
    "x/y",
    "x?q",
    "x#f",
    "a@b",
    "user:pass@b",
    "a,b",
    "a, b",
    " a",
    "a ",
    "a b",
    "[::1",
    "::1]",
    "[]",
    "[::1]x",
    "[::1]:x",
    "[g::1]",
    "[1:2:3:4:5:6:7]",
    "[1:2:3:4:5:6:7:8:9]",
    "[1::2::3]",
    "[1::2:3:4:5:6:7::8]",
    "[:::]",
    "[1:2:3:4:5:6:7::8]",
    "[12345::]",
    "[1.2.3.4::]",
    "[::1.2.3]",
    "[::1.2.3.256]",
    "[::1.2.3.04]",
    "[fe80::1%25eth0]",
    "[v1.a]",
    "port:99999",
    "port:65536",
    "port:-1",
    "port:+1",
    "port:1e3",
    "a:1:2",
    ":80",
    "a%20b",
    "bücher.example",
    "a\tb",
    "a\u0000",
    "a\\b",
    "<a>",
  ])("I3: %j is refused", (host) => {
    expect(isPlainHost(host)).toBe(false);
  });

  test.each(["[", "]", ":", "a", "1", "[:", ".", "::", "0", "a:0"])(
    "J2: 16 KiB of %j finishes",
    (unit) => {
      for (const prefix of ["", "[", "a:", "[::"]) {
        expect(typeof isPlainHost(prefix + unit.repeat(16_384))).toBe("boolean");
      }
    },
  );

  test("agrees with Node about IPv6 addresses", () => {
    const unit = fc.constantFrom(":", "::", "1", "ff", "1234", "12345", "1.2.3.4", "g");
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.string({ unit, maxLength: 12 })), (address) => {
        expect(isPlainHost(`[${address}]`)).toBe(isIPv6(address));
      }),
      { numRuns: 2000 },
    );
  });
});
