// What the clients `redis` and `ioredis` do for topics and stores: run scripts, and hear messages on a connection of their
// own.
import { createHash } from "node:crypto";

/** A client, or a cluster, of `redis`. */
export interface NodeRedisClient {
  eval(script: string, options: ScriptArguments): Promise<unknown>;
  evalSha(sha1: string, options: ScriptArguments): Promise<unknown>;
  duplicate(): NodeRedisSubscriber;
}

interface ScriptArguments {
  keys: string[];
  arguments: string[];
}

interface NodeRedisSubscriber {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: string, listener: (...given: unknown[]) => void): unknown;
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
}

/** A client, or a cluster, of `ioredis`. */
export interface IORedisClient {
  readonly options: object;
  call(command: string, ...given: string[]): Promise<unknown>;
  eval(script: string, count: number, ...given: string[]): Promise<unknown>;
  evalsha(sha1: string, count: number, ...given: string[]): Promise<unknown>;
  duplicate(): IORedisSubscriber;
}

interface IORedisSubscriber extends IORedisClient {
  disconnect(): void;
  on(event: string, listener: (...given: unknown[]) => void): unknown;
  subscribe(...channels: string[]): Promise<unknown>;
  unsubscribe(...channels: string[]): Promise<unknown>;
}

/** A connected client of `redis` 5 or newer, or of `ioredis` 5. */
export type RedisClient = NodeRedisClient | IORedisClient;

/** A Lua script, and its name on the server. */
export interface Script {
  readonly text: string;
  readonly sha1: string;
}

export function scriptOf(text: string): Script {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

/** A connection that only hears. */
export interface Subscriber {
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
  close(): void;
}

export interface SubscriberEvents {
  heard(this: void, channel: string): void;
  /** The connection is back, and its subscriptions are too. */
  restored(this: void): void;
}

/** A client of either library. */
export interface Connection {
  run(script: Script, keys: readonly string[], given: readonly string[]): Promise<unknown>;
  /** Waits until replicas have what this connection has written, and says how many have. */
  wait(key: string, replicas: number, milliseconds: number): Promise<number>;
  subscriber(events: SubscriberEvents): Promise<Subscriber>;
  /** A connection on which a command runs once: `ioredis` repeats one whose reply was lost. */
  once(): Connection;
  close(): void;
}

export function connectionOf(client: RedisClient): Connection {
  if (typeof Object(client).eval !== "function" || typeof Object(client).duplicate !== "function") {
    throw new TypeError("expected a client of redis 5 or newer, or of ioredis 5");
  }
  return "call" in client ? ioredis(client, () => undefined) : nodeRedis(client);
}

function nodeRedis(client: NodeRedisClient): Connection {
  const connection: Connection = {
    run: async ({ text, sha1 }, keys, given) => {
      const options = { keys: [...keys], arguments: [...given] };
      return client.evalSha(sha1, options).catch(unlessKnown(() => client.eval(text, options)));
    },
    wait: async (key, replicas, milliseconds) => {
      const command = ["WAIT", String(replicas), String(milliseconds)];
      // A cluster asks for the key, which says which of its servers is meant.
      const sends: { sendCommand(...given: unknown[]): Promise<unknown> } = Object(client);
      return Number(
        await ("getSlotRandomNode" in client
          ? sends.sendCommand(key, false, command)
          : sends.sendCommand(command)),
      );
    },
    subscriber: async ({ heard, restored }) => {
      const subscriber = client.duplicate();
      let isNew = true;
      // Without a listener, an error ends the process. The client connects again by itself.
      subscriber.on("error", () => undefined);
      subscriber.on("ready", () => {
        // Its subscriptions are back before it says so.
        if (!isNew) {
          restored();
        }
        isNew = false;
      });
      await subscriber.connect();
      return {
        subscribe: async (channel) =>
          subscriber.subscribe(channel, (_message, from) => heard(from)),
        unsubscribe: async (channel) => subscriber.unsubscribe(channel),
        close: () => subscriber.destroy(),
      };
    },
    once: () => connection,
    close: () => undefined,
  };
  return connection;
}

function ioredis(client: IORedisClient, close: () => void): Connection {
  const connection: Connection = {
    run: async ({ text, sha1 }, keys, given) =>
      client
        .evalsha(sha1, keys.length, ...keys, ...given)
        .catch(unlessKnown(() => client.eval(text, keys.length, ...keys, ...given))),
    wait: async (_key, replicas, milliseconds) =>
      Number(await client.call("WAIT", String(replicas), String(milliseconds))),
    subscriber: async (events) => ioredisSubscriber(duplicateOf(client), events),
    once: () => {
      // A cluster repeats commands whatever its options say.
      if ("nodes" in client) {
        return connection;
      }
      const single = duplicateOf(client, { maxRetriesPerRequest: 0 });
      single.on("error", () => undefined);
      return ioredis(single, () => single.disconnect());
    },
    close,
  };
  return connection;
}

function duplicateOf(client: IORedisClient, options: object = {}): IORedisSubscriber {
  const duplicate: (...given: object[]) => IORedisSubscriber = client.duplicate.bind(client);
  // A cluster has its servers first.
  return "nodes" in client ? duplicate([], options) : duplicate(options);
}

function ioredisSubscriber(
  subscriber: IORedisSubscriber,
  { heard, restored }: SubscriberEvents,
): Subscriber {
  const channels = new Set<string>();
  let isNew = true;
  subscriber.on("error", () => undefined);
  subscriber.on("message", (channel) => heard(String(channel)));
  subscriber.on("ready", () => {
    if (isNew || channels.size === 0) {
      isNew = false;
      return;
    }
    // It subscribes again by itself, but does not say when that is done.
    subscriber.subscribe(...channels).then(restored, () => undefined);
  });
  return {
    subscribe: async (channel) => {
      channels.add(channel);
      await subscriber.subscribe(channel);
    },
    unsubscribe: async (channel) => {
      channels.delete(channel);
      await subscriber.unsubscribe(channel);
    },
    close: () => subscriber.disconnect(),
  };
}

/** Sends a script that the server does not have. */
function unlessKnown(send: () => Promise<unknown>): (error: unknown) => Promise<unknown> {
  return (error) => {
    if (!String(Object(error).message).startsWith("NOSCRIPT")) {
      throw error;
    }
    return send();
  };
}
