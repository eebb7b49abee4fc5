// The hash of each operation with the schemas that it uses, so that an import can list what has changed.
import type { Contract } from "bough/contract";
import { hashOf } from "./import-record.ts";

/** The hashes by the key of the operation. Names do not count. */
export function operationHashes({
  endpoints,
  components,
}: Contract): Readonly<Record<string, string>> {
  const texts = new Map(
    Object.entries(components.schemas).map(([name, schema]) => [name, JSON.stringify(schema)]),
  );
  return Object.fromEntries(
    endpoints.map(({ key, name: _, ...rest }) => {
      const own = JSON.stringify(rest, shortened);
      return [key, hashOf([own, ...schemasOf(own, texts)].join("\0"))];
    }),
  );
}

const digests = new WeakMap<object, object>();

// Objects share the lists of their members, so a list is written as its hash and the references in it.
function shortened(name: string, value: unknown): unknown {
  if (name !== "members" || !Array.isArray(value)) {
    return value;
  }
  const known = digests.get(value);
  if (known !== undefined) {
    return known;
  }
  const text = JSON.stringify(value, shortened);
  const references = new Set(text.match(REFERENCE));
  const digest = {
    hash: hashOf(text),
    references: [...references].map((one) => JSON.parse(`{${one}}`) as unknown),
  };
  digests.set(value, digest);
  return digest;
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]*)"/g;

// The schemas that a text refers to, also through others.
function schemasOf(text: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const found = new Map<string, string>();
  const waiting = [text];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, step = ""] of next.matchAll(REFERENCE)) {
      const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
      const schema = texts.get(name);
      if (schema === undefined || found.has(name)) {
        continue;
      }
      found.set(name, schema);
      waiting.push(schema);
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, schema]) => schema);
}
