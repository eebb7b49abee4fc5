// The versions of an entity: who has not seen the current one changes nothing, and a change gives another one.
import type { ContractEndpoint } from "bough/contract";
import { namesOf, valueAt } from "../values/paths.ts";
import { jsonOf } from "./body-fault.ts";
import { add, callOf, type Ids, type Made, type Step } from "./state-step.ts";
import type { Tested } from "./subject.ts";
import { checkRefusal, UNKNOWN, withHeaders } from "./version-rows.ts";

/** A change that was made, and what was read before it. */
export interface Changed extends Made {
  readonly before: Made | undefined;
  /** The version that it was made for; `undefined` if none is known. */
  readonly tag: string | undefined;
}

interface Entity {
  readonly find: Tested | undefined;
  readonly ids: Ids;
}

/** Changes or removes an entity by the version that it has, after those that must not be made. */
export async function changeOf(
  step: Step,
  change: Tested,
  { find, ids }: Entity,
): Promise<Changed> {
  const { conditional, key, method } = change.described;
  const before =
    conditional === undefined || find === undefined ? undefined : await callOf(step, find, ids);
  const tag = conditional && before && tagOf(conditional, before);
  if (tag === undefined) {
    return { ...(await callOf(step, change, ids)), before, tag };
  }
  const { session, state } = step;
  // Other values than those of the entity, so that the change gives another version.
  const { call, values } = await session.validCall(change, session.seed + 1, ids);
  const wrong: readonly (readonly [
    what: string,
    preconditions: Readonly<Record<string, string>>,
  ])[] = [
    ["a change of another version", { "if-match": UNKNOWN }],
    ["a change of the version as a weak tag", { "if-match": `W/${tag}` }],
    ...(method === "PUT"
      ? [["If-None-Match: * for what exists", { "if-none-match": "*" }] as const]
      : []),
  ];
  for (const [what, preconditions] of wrong) {
    const refused = withHeaders(call, preconditions);
    const response = await session.send(refused, state, change.described);
    const row = { session, state, tested: change, call };
    checkRefusal(row, refused, { response, status: 412, what });
    if (response.status < 300) {
      return { call: refused, response, body: values.body, before, tag: undefined };
    }
  }
  const current = withHeaders(call, { "if-match": tag });
  const response = await session.send(current, state, change.described);
  if (response.status === 412) {
    add(step, {
      call: current,
      rule: "the current version can be changed",
      message: `${key} responded 412 to If-Match: ${tag}, which is the version of what exists`,
    });
  }
  return { call: current, response, body: values.body, before, tag };
}

/** Checks that a change has given another version, and that the one before changes nothing more. */
export async function checkNewVersion(
  step: Step,
  change: Tested,
  { changed, after }: { readonly changed: Changed; readonly after: Made },
): Promise<void> {
  const { before, tag, call } = changed;
  const { conditional, key } = change.described;
  if (conditional === undefined || before === undefined || tag === undefined) {
    return;
  }
  if (tagOf(conditional, after) !== tag) {
    // A server may have moved the entity, and does not find it where it was.
    const response = await step.session.send(call, step.state, change.described);
    const row = { ...step, tested: change, call };
    checkRefusal(row, call, { response, status: 412, what: "a change of the version before" });
  } else if (JSON.stringify(jsonOf(before.response)) !== JSON.stringify(jsonOf(after.response))) {
    const message = `${key} has changed ${String(after.call.url)}, and its version is still ${tag}`;
    add(step, { call, rule: "a change gives another version", message });
  }
}

// As the client sends it: the version of the body, else the tag of the response.
function tagOf(
  { version }: NonNullable<ContractEndpoint["conditional"]>,
  { response }: Made,
): string | undefined {
  if (version === undefined) {
    return response.headers.get("etag") ?? undefined;
  }
  const found = valueAt(jsonOf(response), namesOf(version));
  return typeof found === "string" || typeof found === "number"
    ? `"${encodeURIComponent(found)}"`
    : undefined;
}
