import { afterEach, describe, expect, test, vi } from "vitest";
import { isUtf8Field, readUtf8, writeUtf8 } from "./header-value.ts";

describe("fields whose text is UTF-8", () => {
  afterEach(() => void vi.unstubAllGlobals());

  test("HTML 9.2.3: Last-Event-ID is one, in any case", () => {
    expect(["last-event-id", "Last-Event-ID", "x-last-event-id", "etag"].map(isUtf8Field)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    ["", ""],
    ["7", "7"],
    ["é", "\xc3\xa9"],
    ["東京", "\xe6\x9d\xb1\xe4\xba\xac"],
    ["\ufeff\u{1f600}", "\xef\xbb\xbf\xf0\x9f\x98\x80"],
  ])("%j is a character a byte", (text, line) => {
    expect(writeUtf8(text)).toBe(line);
    expect(readUtf8(line)).toBe(text);
  });

  test("a text may be longer than a call has arguments", () => {
    expect(writeUtf8("é".repeat(300_000))).toBe("\xc3\xa9".repeat(300_000));
  });

  test.each(["\xe9", "\xc3", "東\xc3\xa9"])("%j is no UTF-8 and stays", (line) => {
    expect(readUtf8(line)).toBe(line);
  });

  test("a runtime whose headers are text is given text", () => {
    vi.stubGlobal(
      "Headers",
      class extends Map<string, string> {
        constructor(given: Record<string, string>) {
          super(Object.entries(given));
        }
      },
    );
    expect(writeUtf8("東")).toBe("東");
    expect(readUtf8("\xc3\xa9")).toBe("\xc3\xa9");
  });
});
