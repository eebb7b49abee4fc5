// The state of a server, by its tree: what is created is found, listed, changed and removed.
import { NotGenerated } from "../values/not-generated.ts";
import { jsonOf } from "./body-fault.ts";
import { judge } from "./judge.ts";
import { entityIn, idIn, itemsIn } from "./entity-in.ts";
import type { CaseState, Session } from "./session.ts";
import type { RawCall } from "./raw-call.ts";
import type { Tested } from "./subject.ts";
import type { Collection } from "./collections.ts";
import { type Ids, type Step, type Made, callOf, add, checkFits, shownId } from "./state-step.ts";
import { entityOf, compare } from "./compare-entities.ts";
import { changeOf, checkNewVersion } from "./state-versions.ts";
import { checkTags } from "./version-rows.ts";

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
    state.skipped = `${described.key} responded ${made.response.status}, so nothing was created`;
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
  let ids: Ids = { ...parents, [idName]: id };
  try {
    await checkLocation(step, made);
    await checkFound(step, collection, { ids, made });
    await checkListed(step, collection, ids);
    ids = await checkChanged(step, collection, ids);
  } finally {
    if (remove === undefined) {
      state.left.push(`${String(made.call.url)}/${shownId(ids[idName])}`);
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
  const unknown = path.filter(({ name }) => known[name] === undefined).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new NotGenerated(
      `no ${unknown.join(", ")} exists to create it below: pass ids: { ${unknown[0] ?? ""}: "…" }`,
    );
  }
  return known;
}

function idByLocation({ session }: Step, { response, call }: Made, idName: string): unknown {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, call.url)) {
    return undefined;
  }
  const path = session.pathOf(new URL(location, call.url));
  return session.subject.find("GET", path)?.ids[idName];
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
  const path = url === undefined ? "" : step.session.pathOf(url);
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
  const sent = entityOf(made.body, created ?? found);
  await compare(step, { call, endpoint: find.described, sent, found, rule });
  await compare(step, { call, endpoint: find.described, sent: created, found, rule });
  if (find.described.conditional !== undefined) {
    await checkTags({ ...step, tested: find, call });
  }
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
  // A paged list may have it on another page.
  if (!isThere && hasIds && described.paged === undefined) {
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

/** Returns the ids after the changes: a server may move an entity, as a slug follows its title. */
async function checkChanged(
  step: Step,
  { changes, find, idName }: Collection,
  before: Ids,
): Promise<Ids> {
  let ids = before;
  for (const change of changes) {
    const changed = await changeOf(step, change, { find, ids });
    const { call, response, body } = changed;
    if (response.status >= 500 || response.status === 404) {
      add(step, {
        call,
        rule: "what exists can be changed",
        message: `${change.described.key} responded ${response.status} for what exists`,
      });
    }
    if (response.status >= 300) {
      continue;
    }
    ids = { ...ids, [idName]: idIn(jsonOf(response), idName) ?? ids[idName] };
    if (find === undefined) {
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
    await checkNewVersion(step, change, { changed, after: seen });
  }
  return ids;
}

async function checkRemoved(
  step: Step,
  { remove, find }: { readonly remove: Tested; readonly find: Tested | undefined },
  ids: Ids,
): Promise<void> {
  const removed = await changeOf(step, remove, { find, ids });
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
