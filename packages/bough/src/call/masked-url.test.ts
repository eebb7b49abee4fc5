import { apiKey, bearer, get, rootResource } from "bough";
import { allOf } from "bough/existing";
import { maskedUrl } from "bough/client/adapters";
import { expect, test } from "vitest";

const Key = apiKey("key", { query: "api key" });
const Partner = apiKey("partner", { query: "partner" });
const api = rootResource({
  keyed: get()
    .security(Key, allOf(bearer("token"), Partner))
    .response<string>(),
  open: get("open").response<string>(),
});

test("masks the API keys of an endpoint in a URL, and nothing else", () => {
  const url = "https://h.test/a?api+key=1&b=2&%70artner=3&c";
  expect(maskedUrl(api.keyed, url)).toBe("https://h.test/a?api+key=***&b=2&%70artner=***&c");
  expect(maskedUrl(api.keyed, url, "")).toBe("https://h.test/a?api+key=&b=2&%70artner=&c");
  expect(maskedUrl(api.keyed, "https://h.test/a")).toBe("https://h.test/a");
  expect(maskedUrl(api.open, url)).toBe(url);
});
