// What a server owes whose list is declared as paged: the client's own loop gets on with its pages.
import { bind } from "bough";
import { createClient, pages, InvalidResponseError } from "bough/client";
import { pageSizeOf } from "../values/page-size.ts";
import { report, send, type Row } from "./row.ts";
import { Unanswered } from "./sender.ts";
import { idIn, itemsIn } from "./entity-in.ts";
import type { CallValues } from "./valid-calls.ts";

const MOST_PAGES = 5;
const SMALL = 2;

// The types of a tree that is only known at run time tell nothing.
type AnyBind = (endpoint: unknown, ids: object) => object;
type AnyPages = (
  client: unknown,
  endpoint: object,
  ...rest: readonly unknown[]
) => AsyncIterable<{ readonly body: unknown }>;

/** Reads the first pages of a list. */
export async function checkPages(row: Row, values: CallValues): Promise<void> {
  const { session, tested } = row;
  const { paged, request } = tested.described;
  if (paged === undefined) {
    return;
  }
  const client = createClient({
    baseUrl: session.base,
    fetch: async (url) => {
      const call = await session.authorized({ ...row.call, url: new URL(url) }, tested);
      const { status, headers, body } = await send(row, call);
      return new Response(body.slice(), { status, headers });
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every endpoint takes ids at run time
  const endpoint = (bind as unknown as AnyBind)(tested.declared, values.ids);
  const { headers, cookies } = values;
  const options = { parameters: parametersOf(row, values), headers, cookies };
  const rest = request === undefined ? [options] : [values.body, options];
  const breach = (severity: "must" | "should", rule: string, what: string): void => {
    report(row, row.state.lastCall ?? row.call, {
      severity,
      rule,
      source: "the declaration",
      what,
    });
  };
  const seen = new Set<unknown>();
  let count = 0;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function runs for every endpoint
    for await (const { body } of (pages as unknown as AnyPages)(client, endpoint, ...rest)) {
      const ids = itemsIn(body).flatMap((item) => idIn(item, "id") ?? []);
      const again = ids.find((id) => seen.has(id));
      if (again !== undefined) {
        breach("should", "an item is on one page", `has ${JSON.stringify(again)} on two pages`);
        break;
      }
      ids.forEach((id) => seen.add(id));
      count++;
      if (count === MOST_PAGES) {
        break;
      }
    }
  } catch (error) {
    const { cause, status, message }: Partial<Error & { status: number }> = Object(error);
    if (cause instanceof Unanswered) {
      throw cause;
    }
    if (error instanceof InvalidResponseError) {
      const [issue] = error.issues;
      const where = [issue?.in, issue?.name && JSON.stringify(issue.name)]
        .filter(Boolean)
        .join(" ");
      breach("must", "pages are found", `responded ${status}: its ${where} ${issue?.message}`);
    } else if (count > 0) {
      breach("must", "the next page is served", `leads to a page that fails: ${message}`);
    }
  }
}

// Filters would leave few pages. With a small size, there are more of them.
function parametersOf({ tested }: Row, values: CallValues): object {
  const { described } = tested;
  const required = (described.query ?? []).filter((one) => one.required);
  const given = Object.fromEntries(required.map(({ name }) => [name, values.parameters[name]]));
  const size = pageSizeOf(described);
  const { min = SMALL, max = SMALL } = size ?? {};
  return size === undefined
    ? given
    : { ...given, [size.name]: Math.min(Math.max(SMALL, Number(min)), Number(max)) };
}
