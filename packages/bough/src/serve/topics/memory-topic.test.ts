import { memoryTopic } from "bough/server";
import { expect, test } from "vitest";
import { describeTopic } from "../../../../../test/support/topic-rows.ts";

describeTopic(
  "memoryTopic",
  async () => ({
    topic: (name, options) => memoryTopic({ name, ...options }),
    close: async () => undefined,
  }),
  { isShared: false },
);

test.each([
  [{ keep: { events: 0 } }, "expected events to be a whole number from 1, received 0"],
  [{ keep: { days: 1 } }, 'unknown option "days"'],
  [{ keep: 1 }, "expected keep to be an object { events, milliseconds }, received 1"],
  [{ name: "" }, 'expected name to be a string of 1 to 200 characters, received ""'],
  [{ codec: JSON }, "expected codec to be an object { encode, decode }"],
  [{ retain: 1 }, 'unknown option "retain"'],
])("memoryTopic(%j) throws", (options, text) => {
  expect(() => memoryTopic(options as never)).toThrow(text);
});
