import { expect, test } from "vitest";
import { ByteBuffer, GatheredBody } from "./byte-stream.ts";

test("gathers pieces, and hands them over once", () => {
  const buffer = new ByteBuffer();
  for (const piece of [[1], [], [2, 3, 4], [5]]) buffer.append(Uint8Array.from(piece));
  expect([buffer.length, [...buffer.view()]]).toEqual([5, [1, 2, 3, 4, 5]]);
  const taken = buffer.take();
  buffer.append(Uint8Array.of(9));
  expect([[...taken], [...buffer.view()]]).toEqual([[1, 2, 3, 4, 5], [9]]);
});

test("keeps a copy", () => {
  const buffer = new ByteBuffer();
  const piece = Uint8Array.of(1);
  buffer.append(piece);
  piece[0] = 2;
  expect([...buffer.take()]).toEqual([1]);
  expect(buffer.take().byteLength).toBe(0);
});

test("a body of one chunk is that chunk; of more, they are gathered", () => {
  const chunk = Uint8Array.of(1, 2);
  const one = new GatheredBody();
  one.append(chunk);
  expect(one.take()).toBe(chunk);
  const more = new GatheredBody();
  for (const piece of [[1], [2, 3], [], [4]]) more.append(Uint8Array.from(piece));
  expect([more.length, [...more.take()]]).toEqual([4, [1, 2, 3, 4]]);
  expect(new GatheredBody().take().byteLength).toBe(0);
});
