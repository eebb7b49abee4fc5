// A proxy that cuts connections at random points: inside a request, between it and its response, or inside the response.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

export class CuttingProxy {
  /** How many connections it has cut. */
  cuts = 0;
  readonly #ports: readonly number[];
  readonly #bytes: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #random: () => number;
  #turn = 0;

  private constructor(ports: readonly number[], bytes: number, seed: number) {
    this.#ports = ports;
    this.#bytes = bytes;
    this.#random = randomOf(seed);
    this.#server = createServer((socket) => this.#carry(socket));
  }

  /**
   * Starts it in front of servers, which take turns. `bytes` is the most that a connection carries, in both directions
   * together. Equal seeds cut at equal points.
   */
  static async start(
    ports: readonly number[],
    { bytes, seed = 1 }: { readonly bytes: number; readonly seed?: number },
  ): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(ports, bytes, seed);
    await once(proxy.#server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), "close");
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #carry(client: Socket): void {
    const server = connect(this.#ports[this.#turn++ % this.#ports.length] ?? 0, "127.0.0.1");
    let left = 1 + Math.floor(this.#random() * this.#bytes);
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", end).on("close", () => {
        this.#sockets.delete(from);
        end();
      });
      from.on("data", (chunk: Buffer) => {
        if (left <= 0) return;
        if (chunk.length < left) {
          left -= chunk.length;
          to.write(chunk);
          return;
        }
        this.cuts++;
        to.write(chunk.subarray(0, left), end);
        left = 0;
      });
    }
  }
}

/** Random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
