// Responds from the state of a mock: creates, finds, lists, changes and removes entities.
import type { AnyEndpoint } from "bough";
import type { ContractParameter } from "bough/contract";
import type { Schema } from "../values/keywords.ts";
import { idsOf } from "../values/parameter-values.ts";
import type { SchemaValues } from "../values/schema-values.ts";
import type { Collection, Member, Role } from "./collections.ts";
import { keyOf, type Entity, type EntityStore } from "./entity-store.ts";
import { entityOf, fitted, laidOver } from "./fitted.ts";
import type { Maker } from "./maker.ts";
import { isCount, membersOf } from "./members.ts";
import type { Ids } from "./rules.ts";
import { seedOf } from "./seeds.ts";
import { within } from "./shapes.ts";
import { withVersion } from "./versions.ts";

/** The members of a call that state reads. */
export interface LivingCall {
  readonly ids: Ids;
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The response of the state; `"missing"` if there is no such entity. */
export type Lived =
  | "missing"
  | {
      /** JSON; `undefined` if the response has no content. */
      readonly body: unknown;
      readonly created: boolean;
      /** The id of the entity that was created. */
      readonly id: unknown;
    };

/** What state needs. */
export interface LivingParts {
  readonly store: EntityStore;
  readonly maker: Maker;
  readonly seed: number;
}

interface Living extends LivingParts {
  readonly values: SchemaValues;
  readonly collection: Collection;
  readonly endpoint: AnyEndpoint;
  readonly call: LivingCall;
}

/** Runs a call on the entities of its collection. `example` is the entity that the declaration has for it. */
export async function live(
  { collection, endpoint, role }: Member,
  call: LivingCall,
  parts: LivingParts,
  example?: unknown,
): Promise<Lived> {
  const values = await parts.maker.load();
  const living: Living = { ...parts, values, collection, endpoint, call };
  return isOrphan(living) ? "missing" : ROLES[role](living, example);
}

const ROLES: Readonly<Record<Role, (living: Living, example: unknown) => Promise<Lived>>> = {
  create: (living, example) => create(living, example),
  list: async (living) => found(await listed(living)),
  find: async (living) => {
    const entity = stored(living);
    return entity === undefined ? "missing" : found(await responded(living, entity));
  },
  replace: async (living) => {
    const entity = stored(living);
    return entity === undefined
      ? living.collection.puts
        ? create(living)
        : "missing"
      : change(living, entity);
  },
  change: async (living) => {
    const entity = stored(living);
    return entity === undefined ? "missing" : change(living, entity);
  },
  remove: async (living) => {
    const { collection, call, store } = living;
    const entity = stored(living);
    if (entity === undefined) {
      return "missing";
    }
    store.remove(collection, call.ids, ownId(living));
    return found(await responded(living, entity));
  },
};

function found(body: unknown): Lived {
  return { body, created: false, id: undefined };
}

function ownId({ collection, call }: Living): unknown {
  return collection.idName === undefined ? undefined : call.ids[collection.idName];
}

function stored(living: Living): Entity | undefined {
  return living.store.get(living.collection, living.call.ids, ownId(living));
}

// Something below an entity that does not exist does not exist either.
function isOrphan({ collection, call: { ids }, store }: Living): boolean {
  for (let at = collection.parent; at !== undefined; at = at.parent) {
    const id = at.idName === undefined ? undefined : ids[at.idName];
    if (store.keeps(at) && store.get(at, ids, id) === undefined) {
      return true;
    }
  }
  return false;
}

async function create(living: Living, example?: unknown): Promise<Lived> {
  const { collection, call, store, maker, values, endpoint } = living;
  const { entity: schema, idMember, idName } = collection;
  const number = store.next(collection);
  const given = requested(living);
  const seed = seedOf(living.seed, collection.template, JSON.stringify(call.ids), number);
  const shape = collection.shapes.get(endpoint);
  const made =
    example === undefined
      ? schema && (await maker.json(schema, seed, `${endpoint.method} ${endpoint.template}`))
      : within(example, shape?.envelope);
  const entity =
    schema === undefined || example !== undefined
      ? entityOf(made)
      : laidOver(made, given, { schema, values });
  const asked = endpoint.method === "PUT" && idName !== undefined ? call.ids[idName] : undefined;
  const member =
    schema === undefined || idMember === undefined
      ? undefined
      : membersOf(schema, values.reader)?.get(idMember);
  const id =
    asked ??
    (example === undefined ? undefined : entity[idMember ?? ""]) ??
    givenId(given, member, living) ??
    (member === undefined
      ? number
      : newId({ member, number, seed, made: entityOf(made)[idMember ?? ""], living }));
  const known = idMember === undefined ? entity : { ...entity, [idMember]: plainId(id) };
  const whole = example === undefined ? withVersion(known, undefined, living) : known;
  store.put(collection, call.ids, id, whole);
  return { body: await responded(living, whole), created: true, id };
}

// JSON has no dates.
function plainId(id: unknown): unknown {
  return id instanceof Date ? id.toISOString() : id;
}

function givenId(
  given: Entity,
  member: Schema | undefined,
  { values, collection }: Living,
): unknown {
  const id = given[collection.idMember ?? ""];
  const isFit = member !== undefined && id !== undefined && values.validator.fits(member, id);
  return isFit ? id : undefined;
}

// Ids count where their types allow it, because people read them. Every id can be an id of the path.
function newId({
  member,
  number,
  seed,
  made,
  living: { collection, values, store, call },
}: {
  readonly member: Schema;
  readonly number: number;
  readonly seed: number;
  readonly made: unknown;
  readonly living: Living;
}): unknown {
  const { idName = "", id: declared } = collection;
  const fits = (id: unknown): boolean =>
    values.validator.fits(member, id) && hasForm(id, declared, values);
  const counted = [number, String(number), `${idName}-${number}`];
  const free = counted.filter(fits).filter((id) => !store.get(collection, call.ids, id));
  const readable =
    declared === undefined || declared.type === "string"
      ? (free.findLast((id) => typeof id === "string") ?? free[0])
      : free[0];
  if (readable !== undefined || fits(made) || declared === undefined) {
    return readable ?? made;
  }
  const [ids] = values.fc.sample(idsOf([declared], values), { seed, numRuns: 1 });
  const own = plainId(ids?.[idName]);
  return [own, keyOf(own)].find((id) => values.validator.fits(member, id)) ?? made;
}

/** Whether an id can be in the path, where a number is text. */
function hasForm(
  id: unknown,
  declared: ContractParameter | undefined,
  { validator }: SchemaValues,
): boolean {
  const read = typeof id === "string" && /^-?\d+$/.test(id) ? Number(id) : id;
  return declared === undefined || [id, read].some((one) => validator.fits(declared.schema, one));
}

async function change(living: Living, before: Entity): Promise<Lived> {
  const { collection, call, store, values } = living;
  const { entity: schema, idMember } = collection;
  const changed =
    schema === undefined
      ? { ...before, ...requested(living) }
      : laidOver(before, requested(living), { schema, values });
  const known =
    idMember === undefined ? changed : { ...changed, [idMember]: before[idMember] ?? null };
  const entity = withVersion(known, before, living);
  store.put(collection, call.ids, ownId(living), entity);
  return found(await responded(living, entity));
}

/** The members that a request gives, without an envelope. */
function requested({ call: { body }, collection: { entity: schema }, values }: Living): Entity {
  const given = entityOf(plain(body));
  const [[name, inner] = ["", undefined], other] = Object.entries(given);
  const isMember = schema !== undefined && membersOf(schema, values.reader)?.has(name) === true;
  const isEnvelope = other === undefined && !isMember && Object.keys(entityOf(inner)).length > 0;
  return isEnvelope ? entityOf(inner) : given;
}

/** A decoded body as JSON; nothing for a stream or the parts of a form. */
function plain(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !isPlain(body)) {
    return undefined;
  }
  return JSON.parse(
    JSON.stringify(body, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ),
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The body of a response with one entity. */
async function responded(living: Living, entity: Entity): Promise<unknown> {
  const { collection, endpoint } = living;
  const shape = collection.shapes.get(endpoint);
  if (shape === undefined) {
    return undefined;
  }
  const inner = await asResponse(living, entity, shape.entity);
  return shape.envelope === undefined
    ? inner
    : { ...entityOf(await made(living, shape.schema, "")), [shape.envelope]: inner };
}

function asResponse(living: Living, entity: Entity, schema: Schema): Promise<unknown> {
  const id = keyOf(entity[living.collection.idMember ?? ""] ?? ownId(living));
  return fitted(entity, schema, { values: living.values, made: () => made(living, schema, id) });
}

// The same for each response with the entity.
function made({ collection, maker, seed, endpoint }: Living, schema: Schema, id: string) {
  const { method, template } = endpoint;
  return maker.json(schema, seedOf(seed, collection.template, id), `${method} ${template}`);
}

async function listed(living: Living): Promise<unknown> {
  const { collection, call, store, endpoint, values } = living;
  const shape = collection.shapes.get(endpoint);
  if (shape === undefined) {
    return undefined;
  }
  const members = membersOf(shape.entity, values.reader) ?? new Map<string, Schema>();
  const asks = pageParametersOf(endpoint);
  const filters = Object.entries(call.parameters).filter(
    ([name]) => members.has(name) && !asks.includes(name),
  );
  const kept = store.all(collection, call.ids).filter((one) => isAsked(one, filters));
  const items = await Promise.all(kept.map((one) => asResponse(living, one, shape.entity)));
  if (shape.envelope === undefined) {
    return items;
  }
  const whole = entityOf(await made(living, shape.schema, ""));
  const counts = [...(membersOf(shape.schema, values.reader) ?? [])].filter(
    ([name, member]) =>
      /(?:^|_)(?:total|count)|(?:Total|Count|_total|_count)(?:$|[A-Z_])/.test(name) &&
      isCount(member, values.reader),
  );
  return {
    ...whole,
    ...Object.fromEntries(counts.map(([name]) => [name, items.length])),
    [shape.envelope]: items,
  };
}

// The parameters that ask for a page filter nothing.
function pageParametersOf({ paged = {} }: AnyEndpoint): readonly string[] {
  const { next, page, offset } = paged;
  const cursor = typeof next === "object" && !Array.isArray(next) ? Object.keys(next) : [];
  return [page ?? [], offset ?? [], cursor].flat();
}

// Parameters with the name of a member filter.
function isAsked(entity: Entity, filters: readonly (readonly [string, unknown])[]): boolean {
  return filters.every(([name, asked]) => {
    const wanted = Array.isArray(asked) ? asked : [asked];
    const own = Array.isArray(entity[name]) ? entity[name] : [entity[name]];
    return (
      asked === undefined ||
      wanted.length === 0 ||
      wanted.some((one) => own.some((value) => keyOf(value) === keyOf(one)))
    );
  });
}
