// A host that is told to stop while it answers.
import { expect, test } from "vitest";
import { linesOf, RawClient } from "../support/raw-client.ts";
import type { Running } from "./launch.ts";
import { untilMarked } from "./probing.ts";

/** The last test of a host: it is gone afterwards. */
export function testStopping(running: () => Running): void {
  test("SIGTERM lets an answer in flight finish", async () => {
    const client = await RawClient.open(running().port);
    // `listen` ends a connection that its client would keep; elsewhere that is the host's to do.
    const isOurs = running().runtime.starter === "node";
    const connection = isOurs ? "keep-alive" : "close";
    client.write(
      `GET /app/faults/last/hold?wait=2000 HTTP/1.1\r\nhost: h.test\r\nconnection: ${connection}\r\n\r\n`,
    );
    await untilMarked(running(), "begun last");
    const ended = running().end("SIGTERM");
    const answer = await client.next();
    expect([answer.status, answer.body]).toEqual([200, '"held"']);
    if (isOurs) {
      expect(linesOf(answer, "connection")).toEqual(["close"]);
    }
    expect(await ended).toEqual({ code: 0, signal: null });
    client.destroy();
  });
}
