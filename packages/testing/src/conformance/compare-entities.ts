// Compares the entity that was sent with the one that is found.
import type { ContractEndpoint } from "bough/contract";
import type { Session } from "./session.ts";
import type { RawCall } from "./raw-call.ts";
import { type Ids, type Step, add } from "./state-step.ts";

/** The members of a request that the response has, too. */
export function entityOf(sent: unknown, created: Ids | undefined): Ids | undefined {
  const inner = typeof sent === "object" && sent !== null ? sent : undefined;
  const values = Object.values(inner ?? {});
  const [only] = values;
  const isEnvelope =
    values.length === 1 && typeof only === "object" && only !== null && !Array.isArray(only);
  const entity: Ids | undefined =
    isEnvelope && !Object.keys(created ?? {}).includes(Object.keys(inner ?? {})[0] ?? "")
      ? { ...only }
      : inner && { ...inner };
  return entity;
}

interface Comparison {
  readonly call: RawCall;
  readonly endpoint: ContractEndpoint;
  readonly sent: Ids | undefined;
  readonly found: Ids | undefined;
  readonly rule: string;
}

// Servers may count, trim and round, so a difference is no more than suspicious.
export async function compare(
  step: Step,
  { call, endpoint, sent = {}, found, rule }: Comparison,
): Promise<void> {
  if (found === undefined) {
    return;
  }
  const known = await membersOf(step.session, endpoint);
  const name = Object.keys(sent).find(
    (one) =>
      (Object.hasOwn(found, one) || known.has(one)) &&
      JSON.stringify(sent[one]) !== JSON.stringify(found[one]),
  );
  if (name !== undefined) {
    const message = `${endpoint.key} responded with ${name}: ${JSON.stringify(found[name]) ?? "nothing"} instead of ${JSON.stringify(sent[name])}`;
    add(step, { call, rule, message }, "should");
  }
}

/** The members that a response declares, also inside an envelope. */
async function membersOf(
  session: Session,
  { responses = [] }: ContractEndpoint,
): Promise<ReadonlySet<string>> {
  const { reader } = await session.values();
  const names = new Set<string>();
  const schemas = responses
    .flatMap(({ content }) => content.map(({ schema }) => schema))
    .filter((schema) => schema !== undefined);
  for (const { properties } of schemas.flatMap((schema) => reader.alternativesOf(schema))) {
    for (const [name, inner] of properties) {
      names.add(name);
      const below = properties.size === 1 ? reader.alternativesOf(inner) : [];
      below.flatMap((one) => [...one.properties.keys()]).forEach((one) => names.add(one));
    }
  }
  return names;
}
