// The versions of entities: the tag of a response, what a client must have seen, and the version that a change gives.
import type { AnyEndpoint } from "bough";
import type { Schema } from "../values/keywords.ts";
import type { SchemaReader } from "../values/schema-reader.ts";
import type { SchemaValues } from "../values/schema-values.ts";
import type { Collection } from "./collections.ts";
import type { Entity } from "./entity-store.ts";
import { entityOf } from "./fitted.ts";
import { membersOf } from "./members.ts";
import { valueAt, withValue } from "../values/paths.ts";
import type { RespondOptions } from "./raw-call.ts";
import { seedOf } from "./seeds.ts";

/** The option `etag` of a conditional response whose declaration names no version: equal values have equal ones. */
export function etagOf(
  { method, conditional }: AnyEndpoint,
  value: unknown,
): Pick<RespondOptions, "etag"> {
  const needsTag =
    method === "GET" && conditional !== undefined && conditional.version === undefined;
  return needsTag ? { etag: hashOf(value) } : {};
}

/** The version of a value that has none: a hash. */
export function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "bigint" ? `${inner}` : inner,
  );
  return String(seedOf(text ?? ""));
}

/** Whether a client has seen a version: what `ifMatch` of its call says of it. */
export function hasSeen(seen: unknown, version: unknown): boolean {
  return seen === "*" || (Array.isArray(seen) && seen.includes(String(version)));
}

interface Versioning {
  readonly collection: Collection;
  readonly values: SchemaValues;
  readonly seed: number;
}

/** An entity with another version than it had `before`, or with its first one. */
export function withVersion(
  entity: Entity,
  before: Entity | undefined,
  { collection, values, seed }: Versioning,
): Entity {
  const { version: path, entity: whole } = collection;
  if (path === undefined) {
    return entity;
  }
  const schema = whole && schemaAt(whole, path, values.reader);
  const isFit = (one: unknown): boolean =>
    schema === undefined || values.validator.fits(schema, one);
  const current = before === undefined ? undefined : valueAt(before, path);
  const next = counted(current).find(isFit) ?? madeAfter(current, schema, { values, seed });
  // The first one may be what was made with the entity.
  return next === undefined ? entity : entityOf(withValue(entity, path, next));
}

// People read counters.
function counted(current: unknown): readonly unknown[] {
  if (typeof current !== "string") {
    return [Number(current ?? 0) + 1];
  }
  const time = /^\d{4}-\d\d-\d\dT/.test(current) ? Date.parse(current) : Number.NaN;
  return /^\d{1,15}$/.test(current)
    ? [String(Number(current) + 1)]
    : Number.isNaN(time)
      ? []
      : [new Date(time + 1).toISOString()];
}

const ATTEMPTS = 10;

function madeAfter(
  current: unknown,
  schema: Schema | undefined,
  { values, seed }: Pick<Versioning, "values" | "seed">,
): unknown {
  if (current === undefined || schema === undefined) {
    return undefined;
  }
  const made = Array.from({ length: ATTEMPTS }, (_, attempt) =>
    values.one(schema, seedOf(seed, hashOf(current), attempt)),
  );
  return made.find((one) => one !== current);
}

function schemaAt(
  schema: Schema,
  path: readonly string[],
  reader: SchemaReader,
): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (at, name) => at && membersOf(at, reader)?.get(name),
    schema,
  );
}
