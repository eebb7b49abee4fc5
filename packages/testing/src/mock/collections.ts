// Which resources of a tree keep state: what POST, GET, PUT, PATCH and DELETE on a resource and on the dynamic resource
// below it do, read from the tree and the schemas.
import type { AnyEndpoint, AnyResource } from "bough";
import {
  endpointKey,
  type Contract,
  type ContractEndpoint,
  type ContractParameter,
  inspect,
} from "bough/contract";
import type { Schema } from "../values/keywords.ts";
import type { SchemaReader } from "../values/schema-reader.ts";
import { idIn, shapeOfMany, shapeOfOne, type BodyShape } from "./shapes.ts";

/** What an endpoint does with the entities of its collection. */
export type Role = "create" | "list" | "find" | "replace" | "change" | "remove";

/** An endpoint of a collection. */
export interface Member {
  readonly role: Role;
  readonly collection: Collection;
  readonly endpoint: AnyEndpoint;
}

/** Entities of one kind. */
export interface Collection {
  /** The properties that lead to the dynamic resource, or to the resource if there is none. */
  readonly name: string;
  readonly template: string;
  /** The names of the ids above it, in order. */
  readonly above: readonly string[];
  readonly parent: Collection | undefined;
  /** The name of the id in the path; `undefined` without a dynamic resource. */
  readonly idName: string | undefined;
  readonly id: ContractParameter | undefined;
  /** The member of an entity that is its id. */
  readonly idMember: string | undefined;
  /** The path of the version in an entity; `undefined` if no endpoint declares one. */
  readonly version: readonly string[] | undefined;
  /** The schema of an entity; `undefined` if no response has one. */
  readonly entity: Schema | undefined;
  readonly members: readonly Member[];
  readonly shapes: ReadonlyMap<AnyEndpoint, BodyShape>;
  /** Whether a PUT to an unknown id creates. */
  readonly puts: boolean;
  /** Whether calls create entities. Otherwise it has only those that a test gives it. */
  readonly isLive: boolean;
  /** Why it is not live. */
  readonly reason: string | undefined;
}

export interface Collections {
  readonly all: readonly Collection[];
  readonly byEndpoint: ReadonlyMap<string, Member>;
  readonly byTemplate: ReadonlyMap<string, Collection>;
  /** Endpoints of no collection, with their names. */
  readonly others: readonly (readonly [name: string, endpoint: AnyEndpoint])[];
}

/** The names that the option `state` gives ids, by the properties that lead to a resource. */
export type IdNames = Readonly<Record<string, { readonly id: string }>>;

interface Reading {
  readonly reader: SchemaReader;
  readonly described: ReadonlyMap<string, ContractEndpoint>;
  readonly ids: IdNames;
  readonly all: Collection[];
  readonly others: (readonly [string, AnyEndpoint])[];
}

export function collectionsOf(
  tops: readonly (readonly [name: string, resource: AnyResource])[],
  contract: Contract,
  { reader, ids }: { readonly reader: SchemaReader; readonly ids: IdNames },
): Collections {
  const described = new Map(contract.endpoints.map((one) => [one.key, one]));
  const reading: Reading = { reader, described, ids, all: [], others: [] };
  for (const [name, top] of tops) {
    visit(top, name, { above: [], parent: undefined }, reading);
  }
  const { all, others } = reading;
  const unknown = Object.keys(ids).find((name) => all.every((one) => one.name !== name));
  if (unknown !== undefined) {
    const known = all.map(({ name }) => `"${name}"`).join(", ");
    throw new TypeError(
      `createMock: state names "${unknown}", which is not a resource with entities: expected ${known || "nothing, because there is none"}`,
    );
  }
  return {
    all,
    others,
    byEndpoint: new Map(
      all.flatMap(({ members }) => members.map((one) => [endpointKey(one.endpoint), one])),
    ),
    byTemplate: new Map(all.map((one) => [one.template, one])),
  };
}

interface Above {
  readonly above: readonly string[];
  readonly parent: Collection | undefined;
}

function visit(resource: AnyResource, name: string, at: Above, reading: Reading): void {
  const nodes = Object.entries(inspect(resource).children);
  const named = (child: string): string => (name === "" ? child : `${name}.${child}`);
  const resources = nodes.filter((entry): entry is [string, AnyResource] => isResource(entry[1]));
  const dynamic = resources.find(([, one]) => inspect(one).kind === "dynamic");
  const own = endpointsIn(resource);
  const isItem = inspect(resource).kind === "dynamic";
  const collection = readCollection(
    { resource, own: isItem ? [] : own, dynamic: dynamic?.[1] },
    { name: dynamic === undefined ? name : named(dynamic[0]), ...at },
    reading,
  );
  if (collection !== undefined) {
    reading.all.push(collection);
  }
  const taken = new Set(reading.all.flatMap(({ members }) => members.map((one) => one.endpoint)));
  for (const [child, endpoint] of nodes) {
    if (!isResource(endpoint) && !taken.has(endpoint)) {
      reading.others.push([named(child), endpoint]);
    }
  }
  for (const [child, below] of resources) {
    const { kind, name: id } = inspect(below);
    const isOwn = kind === "dynamic" && below === dynamic?.[1];
    visit(
      below,
      named(child),
      {
        above: kind === "dynamic" ? [...at.above, String(id)] : at.above,
        parent: isOwn && collection !== undefined ? collection : at.parent,
      },
      reading,
    );
  }
}

interface Nodes {
  readonly resource: AnyResource;
  /** The endpoints of the resource itself. */
  readonly own: readonly AnyEndpoint[];
  readonly dynamic: AnyResource | undefined;
}

function readCollection(
  { resource, own, dynamic }: Nodes,
  at: Above & { readonly name: string },
  { reader, described, ids }: Reading,
): Collection | undefined {
  const items = dynamic === undefined ? [] : endpointsIn(dynamic);
  const idName = dynamic && inspect(dynamic).name;
  const idNames = idNamesOf(at.name, idName, ids);
  const shapes = new Map<AnyEndpoint, BodyShape>();
  const shaped = (endpoint: AnyEndpoint | undefined, isList: boolean): BodyShape | undefined => {
    const shape = endpoint && shapeOf(endpoint, isList, { described, reader, idNames });
    if (endpoint !== undefined && shape !== undefined) {
      shapes.set(endpoint, shape);
    }
    return shape;
  };
  const [get, post] = [by(own, "GET"), by(own, "POST")];
  const listed = shaped(get, true);
  const list = listed && get;
  const create = dynamic !== undefined || list !== undefined ? post : undefined;
  const [find, head, put, patch, remove] = ["GET", "HEAD", "PUT", "PATCH", "DELETE"].map((method) =>
    by(items, method),
  );
  const entities = [
    ...[find, create, put, patch, remove].map((one) => shaped(one, false)?.entity),
    listed?.entity,
  ].filter((one) => one !== undefined);
  const roles = rolesOf([create, list, find, head, put, patch, remove]);
  const [entity] = entities;
  // The body of a singleton, or of an action, is not an entity.
  if (roles.length === 0 || (dynamic === undefined && list === undefined)) {
    return undefined;
  }
  const found = new Set(entities.map((one) => idIn(one, idNames, reader)));
  const idMember = idNames.find((name) => found.has(name));
  const puts = put !== undefined && (create === undefined || declares(put, 201));
  const lacksId = create !== undefined && idName !== undefined && idMember === undefined;
  const reason =
    create === undefined && !puts
      ? "nothing creates: use mock.entities(…).set"
      : lacksId
        ? whyWithoutId(at.name, entity !== undefined)
        : undefined;
  const members: Member[] = [];
  const collection: Collection = {
    ...at,
    template: resource["~resource"].template,
    idName,
    id: items.flatMap((one) => idOf(one, idName, described))[0],
    idMember,
    version: versionPath([find, put, patch, remove], shapes),
    entity,
    shapes,
    members,
    puts,
    isLive: reason === undefined,
    reason,
  };
  members.push(...roles.map(([role, endpoint]) => ({ role, endpoint, collection })));
  return collection;
}

// HEAD finds as GET does.
const ROLES: readonly Role[] = ["create", "list", "find", "find", "replace", "change", "remove"];

function rolesOf(endpoints: readonly (AnyEndpoint | undefined)[]): [Role, AnyEndpoint][] {
  return ROLES.flatMap((role, index) => {
    const endpoint = endpoints[index];
    return endpoint === undefined ? [] : [[role, endpoint]];
  });
}

// It leads through the body that clients read, which may be an envelope.
function versionPath(
  items: readonly (AnyEndpoint | undefined)[],
  shapes: ReadonlyMap<AnyEndpoint, BodyShape>,
): readonly string[] | undefined {
  const paths = items.map((one) => one?.conditional?.version);
  const path = paths.find((one) => one !== undefined)?.split(".");
  const [shape] = items.flatMap((one) => (one && shapes.get(one)) ?? []);
  return path?.[1] !== undefined && path[0] === shape?.envelope ? path.slice(1) : path;
}

function idNamesOf(name: string, idName: string | undefined, ids: Reading["ids"]): string[] {
  return [
    ...(Object.hasOwn(ids, name) ? [ids[name]?.id ?? ""] : []),
    ...(idName === undefined ? ["id"] : [idName, "id", `${idName}Id`]),
  ];
}

function shapeOf(
  endpoint: AnyEndpoint,
  isList: boolean,
  {
    described,
    reader,
    idNames,
  }: Pick<Reading, "described" | "reader"> & { readonly idNames: readonly string[] },
): BodyShape | undefined {
  const schema = schemaOf(endpoint, described);
  if (schema === undefined) {
    return undefined;
  }
  return isList ? shapeOfMany(schema, reader) : shapeOfOne(schema, idNames, reader);
}

function whyWithoutId(name: string, hasEntity: boolean): string {
  return hasEntity
    ? `no property of a response is its id: pass state: { "${name}": { id: "…" } }`
    : "no response has a schema";
}

function by(list: readonly AnyEndpoint[], method: string): AnyEndpoint | undefined {
  return list.find((one) => one.method === method);
}

function declares({ responses }: AnyEndpoint, status: number): boolean {
  return responses.some((one) => one.status === status);
}

function idOf(
  item: AnyEndpoint,
  name: string | undefined,
  described: Reading["described"],
): readonly ContractParameter[] {
  return (described.get(endpointKey(item))?.path ?? []).filter((one) => one.name === name);
}

/** The schema of the first response with one. */
function schemaOf(endpoint: AnyEndpoint, described: Reading["described"]): Schema | undefined {
  const { responses = [] } = described.get(endpointKey(endpoint)) ?? {};
  const contents = responses.flatMap(({ content }) => content);
  return contents.find(({ schema }) => schema !== undefined)?.schema;
}

function isResource(node: AnyResource | AnyEndpoint): node is AnyResource {
  return "~resource" in node;
}

/** The endpoints of a resource without a subpath. */
function endpointsIn(resource: AnyResource): AnyEndpoint[] {
  return Object.values(inspect(resource).children).filter(
    (one): one is AnyEndpoint => !isResource(one) && one.subpath === "",
  );
}
