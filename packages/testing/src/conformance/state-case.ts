// The state of a server, by its tree: what is created is found, listed, changed and removed.
import { inspect, type AnyResource } from "bough";
import type { ContractEndpoint } from "bough/contract";
import { NotGenerated } from "../values/not-generated.ts";
import { judge, jsonOf, type Breach } from "./judge.ts";
import type { Severity } from "./options.ts";
import { entityIn, idIn, itemsIn, type CaseState, type Session } from "./session.ts";
import type { RawCall } from "./raw-call.ts";
import type { SeenResponse } from "./sender.ts";
import type { Tested } from "./subject.ts";

type Ids = Readonly<Record<string, unknown>>;

/** A collection: what creates an entity, and what works on one. */
export interface Collection {
  readonly create: Tested;
  /** The dynamic resource of an entity. */
  readonly entity: AnyResource;
  readonly idName: string;
  readonly list: Tested | undefined;
  readonly find: Tested | undefined;
  readonly changes: readonly Tested[];
  readonly remove: Tested | undefined;
}

/** The collections of a tree: each POST on a resource with a dynamic child. */
export function collectionsOf(endpoints: readonly Tested[]): readonly Collection[] {
  return endpoints.flatMap((create): Collection[] => {
    const { method, subpath, resource } = create.declared;
    if (method !== "POST" || subpath !== "") {
      return [];
    }
    const at = (where: AnyResource, wanted: string): Tested | undefined =>
      endpoints.find(
        ({ declared }) =>
          declared.resource === where && declared.method === wanted && declared.subpath === "",
      );
    const child = Object.values(inspect(resource).children).find(
      (one) => "~resource" in one && inspect(one).kind === "dynamic",
    );
    if (child === undefined || !("~resource" in child)) {
      return [];
    }
    const entity = child["~resource"].value;
    const changes = ["PUT", "PATCH"].flatMap((one) => at(entity, one) ?? []);
    const made = {
      create,
      entity,
      idName: inspect(entity).name ?? "",
      list: at(resource, "GET"),
      find: at(entity, "GET"),
      changes,
      remove: at(entity, "DELETE"),
    };
    return made.find === undefined && made.remove === undefined ? [] : [made];
  });
}

interface Step {
  readonly session: Session;
  readonly state: CaseState;
}

interface Made {
  readonly call: RawCall;
  readonly response: SeenResponse;
  readonly body: unknown;
}

async function callOf({ session, state }: Step, tested: Tested, ids: Ids): Promise<Made> {
  const { call, values } = await session.validCall(tested, session.seed, ids);
  const response = await session.send(call, state, tested.described);
  return { call, response, body: values.body };
}

function add(
  { session, state }: Step,
  {
    call,
    message,
    rule,
  }: { readonly call: RawCall; readonly message: string; readonly rule: string },
  severity: Severity = "must",
): void {
  const breach: Breach = { severity, rule, source: "the tree of the declaration", message };
  const key = `${severity} ${rule}`;
  if (!state.findings.has(key)) {
    state.findings.set(key, session.finding(breach, call));
  }
}

/** Creates an entity, and looks whether it is found, listed, changed and removed. */
export async function checkState(
  session: Session,
  collection: Collection,
  state: CaseState,
): Promise<void> {
  const step: Step = { session, state };
  const { create, idName, find, remove } = collection;
  const parents = await parentIds(step, create);
  const made = await callOf(step, create, parents);
  const { described } = create;
  if (made.response.status >= 300) {
    state.refuse(made.response.status);
    state.notGenerated.add(
      `${described.key} responded ${made.response.status}, so nothing was created: pass given: { ${JSON.stringify(create.name)}: () => ({ … }) } with what it needs`,
    );
    return;
  }
  const entity = jsonOf(made.response);
  const id = idIn(entity, idName) ?? idByLocation(step, made, idName);
  if (id === undefined) {
    state.notGenerated.add(
      `${described.key}: its response has no id: expected the member "${idName}", "id" or "${idName}Id", or the header Location`,
    );
    state.left.push(String(made.call.url));
    return;
  }
  const ids = { ...parents, [idName]: id };
  try {
    await checkLocation(step, made);
    await checkFound(step, collection, { ids, made });
    await checkListed(step, collection, ids);
    await checkChanged(step, collection, ids);
  } finally {
    if (remove === undefined) {
      state.left.push(`${String(made.call.url)}/${shownId(id)}`);
    } else {
      await checkRemoved(step, { remove, find }, ids);
    }
  }
}

async function parentIds({ session, state }: Step, create: Tested): Promise<Ids> {
  const path = create.described.path ?? [];
  if (path.length === 0) {
    return {};
  }
  const known = await session.knownIds(create, state);
  if (known === undefined) {
    throw new NotGenerated(
      `no ${path.map(({ name }) => name).join(", ")} exists to create it below: pass ids: { ${path[0]?.name ?? ""}: "…" }`,
    );
  }
  return known;
}

function idByLocation({ session }: Step, { response, call }: Made, idName: string): unknown {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, call.url)) {
    return undefined;
  }
  const { pathname } = new URL(location, call.url);
  return session.subject.find(
    "GET",
    pathname.slice(new URL(session.base).pathname.replace(/\/$/, "").length),
  )?.ids[idName];
}

async function checkLocation(step: Step, { call, response }: Made): Promise<void> {
  const location = response.headers.get("location");
  if (location === null) {
    return;
  }
  const url = URL.canParse(location, call.url) ? new URL(location, call.url) : undefined;
  const { body: _, ...bare } = call;
  const next: RawCall = { ...bare, method: "GET", url: url ?? call.url, code: undefined };
  const isOwn = url !== undefined && url.origin === call.url.origin;
  const path =
    url?.pathname.slice(new URL(step.session.base).pathname.replace(/\/$/, "").length) ?? "";
  if (isOwn && step.session.subject.find("GET", path) === undefined) {
    add(
      step,
      {
        call,
        rule: "Location resolves",
        message: `Location: ${location} leads to no endpoint of the API`,
      },
      "should",
    );
    return;
  }
  const { "content-type": __, ...headers } = next.headers;
  const seen = isOwn ? await step.session.send({ ...next, headers }, step.state) : undefined;
  if (seen === undefined || seen.status >= 400) {
    const message = `Location: ${location} ${seen === undefined ? "is not a URL of the server" : `responded ${seen.status}`}`;
    add(step, { call: next, rule: "Location resolves", message }, "should");
  }
}

async function checkFound(
  step: Step,
  { find, idName, create }: Collection,
  { ids, made }: { readonly ids: Ids; readonly made: Made },
): Promise<void> {
  if (find === undefined) {
    return;
  }
  const { call, response } = await callOf(step, find, ids);
  const { key } = find.described;
  if (response.status >= 300) {
    add(step, {
      call,
      rule: "what was created is found",
      message: `${key} responded ${response.status} after ${create.described.key} responded ${made.response.status}`,
    });
    return;
  }
  await checkFits(step, find.described, { call, response });
  const found = entityIn(jsonOf(response), idName);
  const created = entityIn(jsonOf(made.response), idName);
  const id = idIn(found, idName);
  if (id !== undefined && shownId(id) !== shownId(ids[idName])) {
    add(step, {
      call,
      rule: "what is found has the id that was asked for",
      message: `${key} responded with the id ${shownId(id)}`,
    });
  }
  const rule = "what is found is what was created";
  const sent = entityOf(made.body, created);
  await compare(step, { call, endpoint: find.described, sent, found, rule });
  await compare(step, { call, endpoint: find.described, sent: created, found, rule });
}

async function checkFits(
  { session, state }: Step,
  endpoint: ContractEndpoint,
  { call, response }: { readonly call: RawCall; readonly response: SeenResponse },
): Promise<void> {
  const { validator } = await session.values();
  for (const breach of judge(endpoint, response, validator).breaches) {
    state.findings.set(`${breach.severity} ${breach.rule}`, session.finding(breach, call));
  }
}

/** The members of a request that the response has, too. */
function entityOf(sent: unknown, created: Ids | undefined): Ids | undefined {
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
async function compare(
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

async function checkListed(step: Step, { list, idName }: Collection, ids: Ids): Promise<void> {
  if (list === undefined) {
    return;
  }
  const { described } = list;
  const required = new Set(
    (described.query ?? []).filter((one) => one.required).map(({ name }) => name),
  );
  const { call } = await step.session.validCall(list, step.session.seed, ids);
  const url = new URL(call.url);
  for (const name of [...url.searchParams.keys()].filter((one) => !required.has(one))) {
    url.searchParams.delete(name);
  }
  const bare = { ...call, url, code: undefined };
  const response = await step.session.send(bare, step.state, described);
  if (response.status >= 300) {
    return;
  }
  const items = itemsIn(jsonOf(response));
  const isThere = items.some((item) => shownId(idIn(item, idName)) === shownId(ids[idName]));
  const hasIds = items.length === 0 || items.some((item) => idIn(item, idName) !== undefined);
  if (!isThere && hasIds) {
    // A list may have more pages than the first one.
    add(
      step,
      {
        call: bare,
        rule: "the list has what was created",
        message: `${described.key} does not have ${idName} ${shownId(ids[idName])}`,
      },
      "should",
    );
  }
}

async function checkChanged(
  step: Step,
  { changes, find, idName }: Collection,
  ids: Ids,
): Promise<void> {
  for (const change of changes) {
    const { call, response, body } = await callOf(step, change, ids);
    if (response.status >= 500 || response.status === 404) {
      add(step, {
        call,
        rule: "what exists can be changed",
        message: `${change.described.key} responded ${response.status} for what exists`,
      });
    }
    if (response.status >= 300 || find === undefined) {
      continue;
    }
    await checkFits(step, change.described, { call, response });
    const seen = await callOf(step, find, ids);
    if (seen.response.status >= 300) {
      add(step, {
        call: seen.call,
        rule: "what was changed is found",
        message: `${find.described.key} responded ${seen.response.status} after a change`,
      });
    }
    const found = entityIn(jsonOf(seen.response), idName);
    await compare(step, {
      call: seen.call,
      endpoint: find.described,
      sent: entityOf(body, found),
      found,
      rule: "what is found is what was changed",
    });
  }
}

async function checkRemoved(
  step: Step,
  { remove, find }: { readonly remove: Tested; readonly find: Tested | undefined },
  ids: Ids,
): Promise<void> {
  const removed = await callOf(step, remove, ids);
  if (removed.response.status >= 300) {
    step.state.left.push(String(removed.call.url));
    add(step, {
      call: removed.call,
      rule: "what exists can be removed",
      message: `${remove.described.key} responded ${removed.response.status} for what exists`,
    });
    return;
  }
  await checkFits(step, remove.described, removed);
  if (find === undefined) {
    return;
  }
  const { call, response } = await callOf(step, find, ids);
  const { key } = find.described;
  if (response.status < 400) {
    add(step, {
      call,
      rule: "what was removed is not found",
      message: `${key} responded ${response.status} after it was removed`,
    });
  } else if (response.status !== 404 && response.status !== 410) {
    add(
      step,
      {
        call,
        rule: "what was removed is not found",
        message: `${key} responded ${response.status} after it was removed`,
      },
      response.status >= 500 ? "must" : "should",
    );
  } else {
    const { validator } = await step.session.values();
    const { met } = judge(find.described, response, validator);
    const declared = (find.described.failures ?? []).some(
      ({ status }) => status === response.status,
    );
    if (declared && met === undefined) {
      add(
        step,
        {
          call,
          rule: "what was removed is the declared failure",
          message: `${key} responded ${response.status}, but not as it declares`,
        },
        "should",
      );
    }
  }
}

// An id of a path is a string, and that of a body may be a number.
function shownId(id: unknown): string {
  return typeof id === "string" ? id : (JSON.stringify(id) ?? "");
}
