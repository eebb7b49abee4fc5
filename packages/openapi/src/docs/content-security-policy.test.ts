import type { OpenApiDocument } from "bough-openapi";
import { describe, expect, test } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

function connectSrc(members: Partial<OpenApiDocument>): string | undefined {
  const document = {
    openapi: "3.1.1",
    info: { title: "", version: "" },
    paths: {},
    components: {},
  };
  const policy = contentSecurityPolicy({ ...document, ...members });
  return /connect-src ([^;]*);/.exec(policy)?.[1];
}

describe("connect-src", () => {
  test.each([
    [[], "'self'"],
    [[{ url: ".." }, { url: "/v1" }, { url: "" }], "'self'"],
    [
      [{ url: "https://a.test/v1" }, { url: "https://a.test/v2" }, { url: "http://b.test:81" }],
      "'self' https://a.test http://b.test:81",
    ],
    [[{ url: "https://a.test/; script-src *" }, { url: "data:a" }], "'self' https://a.test"],
    [
      [
        {
          url: "https://{region}.a.test:{port}",
          variables: {
            region: { default: "eu", enum: ["eu", "us"] },
            port: { default: "443" },
          },
        },
      ],
      "'self' https://eu.a.test https://us.a.test",
    ],
    [
      [{ url: "https://a;script-src" }, { url: "https://a,b" }, { url: "https://[::1]:80" }],
      "'self' https://[::1]:80",
    ],
    [[{ url: "https://{missing}.a.test" }], "'self'"],
  ])("of the servers %j", (servers, expected) => {
    expect(connectSrc({ servers })).toBe(expected);
  });

  test("has the token URLs, and not the pages that users are sent to", () => {
    const flow = {
      authorizationUrl: "https://login.test/authorize",
      tokenUrl: "https://token.test/token?a=1",
      refreshUrl: "https://refresh.test/token",
    };
    const securitySchemes = {
      oauth: { type: "oauth2", flows: { authorizationCode: flow, implicit: {} } },
      key: { type: "apiKey" },
    };
    expect(connectSrc({ components: { securitySchemes } })).toBe(
      "'self' https://token.test https://refresh.test",
    );
  });
});
