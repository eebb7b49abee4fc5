import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { connectionOf } from "./request-head.ts";

function request(head: object, socket: object = {}): IncomingMessage {
  return Object.assign(new IncomingMessage(Object.assign(new Socket(), socket)), head);
}

describe("the connection of a request", () => {
  test.each<[object, object, unknown]>([
    [
      { httpVersion: "1.1", rawHeaders: ["Host", "h.test:81"], url: "/a" },
      {},
      { scheme: "http", authority: "h.test:81", httpVersion: "1.1" },
    ],
    [
      { httpVersion: "1.0", rawHeaders: [], url: "/a" },
      { encrypted: true },
      { scheme: "https", authority: undefined, httpVersion: "1.0" },
    ],
    [
      { httpVersion: "1.1", rawHeaders: ["host", "h.test"], url: "http://other.test:82/a" },
      {},
      { scheme: "http", authority: "other.test:82", httpVersion: "1.1" },
    ],
    [
      { httpVersion: "2.0", rawHeaders: [":authority", "h.test", "host", "x"], url: "/a" },
      { encrypted: true },
      { scheme: "https", authority: "h.test", httpVersion: "2" },
    ],
  ])("of %j on %j is %j", (head, socket, expected) => {
    expect(connectionOf(request(head, socket))).toEqual(expected);
  });

  test("of a request that an adapter made may lack its socket and version", () => {
    const made = { url: "/a", headers: { host: "h.test" } } as IncomingMessage;
    expect(connectionOf(made)).toEqual({
      scheme: "http",
      authority: "h.test",
      httpVersion: undefined,
    });
  });
});
