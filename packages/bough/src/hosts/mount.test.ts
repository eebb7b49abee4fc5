import { describe, expect, test } from "vitest";
import { belowMount } from "./mount.ts";

describe("belowMount", () => {
  test.each([
    ["/v1/users", 0, "", "/v1/users"],
    ["/api/v1", 1, "/api", "/v1"],
    ["/API/%41/v1?a=/b", 2, "/API/%41", "/v1?a=/b"],
    ["/api", 1, "/api", "/"],
    ["/api/", 1, "/api", "/"],
    ["/api?a", 1, "/api", "/?a"],
    ["/api#a", 1, "/api", "/#a"],
    ["/api//v1", 1, "/api", "//v1"],
    ["http://h.test/api/v1", 1, "/api", "http://h.test/v1"],
    ["http://a@h.test/api", 1, "/api", "http://a@h.test/"],
    ["/%zz/v1", 1, "/%zz", "/v1"],
  ])("cuts %s after %i segments", (target, segments, mount, rest) => {
    expect(belowMount(target, segments)).toEqual({ mount, target: rest });
  });

  test.each([
    ["/api", 2],
    ["//api/v1", 1],
    ["/./api/v1", 1],
    ["/%2e%2E/v1", 1],
    ["*", 1],
    ["http://h.test", 1],
  ])("knows none in %s after %i segments", (target, segments) => {
    expect(belowMount(target, segments)).toBeUndefined();
  });
});
