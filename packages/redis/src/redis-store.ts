// Keeps the responses of idempotent endpoints in Redis, beside the transaction of the handler. A key is taken in one
// atomic step, and belongs to one process until its lease ends. Only its owner can keep a response.
import { createHash, randomUUID } from "node:crypto";
import type { IdempotencyStore, StoredResponse } from "bough/types";
import { connectionOf, scriptOf, type RedisClient } from "./connection.ts";

/** The options of `redisStore`. */
export interface RedisStoreOptions {
  /** Milliseconds for which a response is kept: 86,400,000, a day. */
  readonly lifetime?: number;
  /** Milliseconds after which another call may run the handler again: 60,000. Longer than any call takes. */
  readonly lease?: number;
}

// A second run with the same owner is one whose reply was lost.
const TAKE = scriptOf(`local fingerprint, owner, lease, lifetime = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'fingerprint', 'owner', 'until', 'response')
if kept[1] then
  if kept[1] ~= fingerprint then return {'reused'} end
  if kept[4] then return {'kept', kept[4]} end
  if kept[2] ~= owner and tonumber(kept[3]) > now then return {'in-progress'} end
end
redis.call('HSET', KEYS[1], 'fingerprint', fingerprint, 'owner', owner, 'until', string.format('%.0f', now + lease))
redis.call('PEXPIRE', KEYS[1], lifetime)
return {'taken'}`);

const KEEP = scriptOf(`local owner, response, lifetime = unpack(ARGV)
if redis.call('HGET', KEYS[1], 'owner') ~= owner then return 0 end
redis.call('HSET', KEYS[1], 'response', response)
redis.call('PEXPIRE', KEYS[1], lifetime)
return 1`);

const RELEASE = scriptOf(`if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`);

/**
 * Returns a store that keeps responses in Redis or Valkey. A handler runs at least once for each key: if its process
 * dies, repeated calls get a 409 until the lease ends, and then the handler runs again.
 *
 * @example
 * server.idempotent({ store: redisStore(client), scope: ({ principal }) => principal.id });
 */
export function redisStore(
  client: RedisClient,
  { lifetime = 86_400_000, lease = 60_000 }: RedisStoreOptions = {},
): IdempotencyStore {
  const connection = connectionOf(client);
  // A key never expires while its lease runs.
  const longest = String(Math.max(lifetime, lease));
  return {
    lifetime,
    async run({ scope, endpoint, key, fingerprint }, execute) {
      const id = createHash("sha256")
        .update(JSON.stringify([scope, endpoint, key]))
        .digest("hex");
      const keys = [`bough:responses:${id}`];
      const owner = randomUUID();
      const reply = await connection.run(TAKE, keys, [fingerprint, owner, String(lease), longest]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script returns it
      const [said, kept = ""] = reply as ["reused" | "in-progress" | "taken" | "kept", string?];
      if (said === "kept") {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written below
        return JSON.parse(kept) as StoredResponse;
      }
      if (said !== "taken") {
        return said;
      }
      let response: StoredResponse;
      try {
        response = await execute();
      } catch (error) {
        // Nothing is to be kept, so a repeated call runs at once.
        await connection.run(RELEASE, keys, [owner]);
        throw error;
      }
      await connection.run(KEEP, keys, [owner, JSON.stringify(response), String(lifetime)]);
      return response;
    },
  };
}
