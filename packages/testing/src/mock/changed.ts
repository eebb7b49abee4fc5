// Whether a client may write: it must have seen the version that the entity has.
import { askedOf, chosenFor, failed, firstExample, type Asked, type Own } from "./asked.ts";
import type { Collection, Member } from "./collections.ts";
import { entityOf, fitted } from "./fitted.ts";
import { live } from "./living.ts";
import { valueAt, withValue } from "../values/paths.ts";
import { idIn, shapeOfOne, within } from "./shapes.ts";
import { hashOf, hasSeen } from "./versions.ts";

const CHANGED = 412;

/** The 412 of a conditional write; `undefined` if it may go on. */
export async function ifChanged({ collection }: Member, asked: Asked): Promise<Own | undefined> {
  const { call, store } = asked;
  const { ifMatch: seen } = call;
  if (seen === undefined) {
    return undefined;
  }
  const id = collection.idName === undefined ? undefined : call.ids[collection.idName];
  const entity = store.get(collection, call.ids, id);
  if (entity === undefined) {
    // Without a PUT that creates, it is a 404.
    return seen === null || !collection.puts ? undefined : changed(asked);
  }
  const read = await readIn(collection, asked);
  const { version: path } = collection;
  const shown = read === undefined ? entity : read.entity;
  const version = path === undefined ? read?.tag : valueAt(shown, path);
  if (path !== undefined && valueAt(entity, path) === undefined) {
    // It was made for an entity of a test, and the next one must differ.
    store.put(collection, call.ids, id, entityOf(withValue(entity, path, version)));
  }
  const isCurrent = seen !== null && (version === undefined || hasSeen(seen, version));
  return isCurrent ? undefined : changed(asked, { collection, entity: shown });
}

/** The entity as a GET responds with it, and its tag if the GET is conditional. */
async function readIn(
  collection: Collection,
  asked: Asked,
): Promise<{ readonly entity: unknown; readonly tag: string | undefined } | undefined> {
  const found = collection.members.find(
    ({ role, endpoint }) => role === "find" && endpoint.method === "GET",
  );
  if (found === undefined) {
    return undefined;
  }
  const { endpoint } = found;
  const header = (name: string): string | undefined => asked.call.header(name);
  const reading = askedOf({ ...asked.call, header, endpoint }, asked);
  const chosen = chosenFor(reading, {});
  const example = await firstExample(reading, chosen);
  const lived = await live(found, asked.call, asked);
  const body = example?.value ?? Object(lived).body;
  return {
    entity: within(body, collection.shapes.get(endpoint)?.envelope),
    tag: endpoint.conditional === undefined ? undefined : hashOf(body),
  };
}

interface Current {
  readonly collection: Collection;
  readonly entity: unknown;
}

/** The declared failure, or a rejection. */
async function changed(asked: Asked, current?: Current): Promise<Own> {
  const failure = asked.call.endpoint.conditional?.changed;
  return failure === undefined
    ? { kind: "refusal", status: CHANGED }
    : failed(failure, asked, {
        status: CHANGED,
        json: current && (await dataWith(current, failure.name, asked)),
      });
}

// A client that shows the current entity, or goes on with it, needs the one of the state.
async function dataWith(
  { collection: { idMember }, entity }: Current,
  name: string,
  { contract, maker, seed, where }: Asked,
): Promise<unknown> {
  const values = await maker.load();
  const described = contract.failures?.find((one) => one.name === name);
  const schema = described?.content[0]?.schema;
  const idNames = idMember === undefined ? [] : [idMember];
  const shape = schema && shapeOfOne(schema, idNames, values.reader);
  if (
    schema === undefined ||
    shape === undefined ||
    idIn(shape.entity, idNames, values.reader) === undefined
  ) {
    return undefined;
  }
  const whole = await maker.json(schema, seed, `${where}: its failure "${name}"`);
  const made = async (): Promise<unknown> => within(whole, shape.envelope);
  const inner = await fitted(entityOf(entity), shape.entity, { values, made });
  return shape.envelope === undefined ? inner : { ...entityOf(whole), [shape.envelope]: inner };
}
