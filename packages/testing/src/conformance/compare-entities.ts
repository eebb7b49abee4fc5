// Compares the entity that was sent with the one that is found.
import type { ContractEndpoint } from "bough/contract";
import type { Schema } from "../values/keywords.ts";
import type { SchemaValues } from "../values/schema-values.ts";
import type { RawCall } from "./raw-call.ts";
import { type Ids, type Step, add } from "./state-step.ts";

/** The members of a request, without an envelope. `known` is the entity as the server has it. */
export function entityOf(sent: unknown, known: Ids = {}): Ids | undefined {
  if (!isObject(sent)) {
    return undefined;
  }
  const [only, other] = Object.values(sent).filter(isObject);
  const isEnvelope =
    only !== undefined &&
    other === undefined &&
    Object.keys(sent).every((name) => !Object.hasOwn(known, name));
  return isEnvelope ? only : sent;
}

function isObject(value: unknown): value is Ids {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

interface Comparison {
  readonly call: RawCall;
  readonly endpoint: ContractEndpoint;
  readonly sent: Ids | undefined;
  readonly found: Ids | undefined;
  readonly rule: string;
}

// Servers may count and round, so a difference is no more than suspicious.
export async function compare(
  step: Step,
  { call, endpoint, sent = {}, found, rule }: Comparison,
): Promise<void> {
  if (found === undefined) {
    return;
  }
  const values = await step.session.values();
  const schemas = entitiesOf(endpoint, values);
  const name = Object.keys(sent).find((one) =>
    isLost({ [one]: sent[one] }, found, { schemas, values }),
  );
  if (name !== undefined) {
    const message = `${endpoint.key} responded with ${name}: ${JSON.stringify(found[name]) ?? "nothing"} instead of ${JSON.stringify(sent[name])}`;
    add(step, { call, rule, message }, "should");
  }
}

interface Declared {
  /** The schemas of what is found. */
  readonly schemas: readonly Schema[];
  readonly values: SchemaValues;
}

/** Whether something that was sent is not found, although the response can have it. */
function isLost(sent: unknown, found: unknown, { schemas, values }: Declared): boolean {
  const { reader, validator } = values;
  const alternatives = schemas.flatMap((one) => reader.alternativesOf(one));
  if (isObject(sent) && isObject(found)) {
    return Object.entries(sent).some(([name, value]) => {
      const members = alternatives
        .map(({ properties }) => properties.get(name))
        .filter((one) => one !== undefined);
      const isKnown = members.length > 0 || Object.hasOwn(found, name);
      return isKnown && isLost(value, found[name], { schemas: members, values });
    });
  }
  if (Array.isArray(sent) && Array.isArray(found) && sent.length === found.length) {
    const items = alternatives.map((one) => one.items).filter((one) => one !== undefined);
    return sent.some((value, index) => isLost(value, found[index], { schemas: items, values }));
  }
  const isPossible = schemas.length === 0 || schemas.some((one) => validator.fits(one, sent));
  return isPossible && comparable(sent) !== comparable(found);
}

// Most servers trim strings, and some store them in Unicode's form NFC.
function comparable(value: unknown): string | undefined {
  return JSON.stringify(typeof value === "string" ? value.trim().normalize() : value);
}

/** The schemas of the entity that a response has, also inside an envelope. */
function entitiesOf(
  { responses = [] }: ContractEndpoint,
  { reader }: SchemaValues,
): readonly Schema[] {
  const whole = responses
    .flatMap(({ content }) => content.map(({ schema }) => schema))
    .filter((schema) => schema !== undefined);
  const inner = whole
    .flatMap((schema) => reader.alternativesOf(schema))
    .flatMap(({ properties }) => (properties.size === 1 ? [...properties.values()] : []));
  return [...whole, ...inner];
}
