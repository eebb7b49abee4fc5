// What a server of this process has read, for tests that must not go on before it has.
import type { Server, Socket } from "node:net";
import { expect, vi } from "vitest";

/** Waits until a server has read so many bytes in all, on the connections that come from now on. */
export function readingOf(server: Server): (count: number) => Promise<void> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket));
  return (count) =>
    vi.waitFor(() =>
      expect(sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0)).toBe(count),
    );
}
