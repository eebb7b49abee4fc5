// Invalid texts in the query and the path of a call.
import type { Way } from "./way.ts";
import type { Rule } from "../values/broken-values.ts";
import type { RawCall } from "./raw-call.ts";
import type { Session } from "./session.ts";
import type { Tested } from "./subject.ts";

/** Invalid texts in the query and the path. */
export async function parameterWays(
  tested: Tested,
  session: Session,
  call: RawCall,
): Promise<readonly Way[]> {
  const { described } = tested;
  const { fc } = await session.values();
  const ways: Way[] = [];
  const add = (what: string, rule: Rule, urls: readonly URL[]): void => {
    const refused = urls.filter((url) => isRefusedUrl(url, tested, session));
    if (refused.length > 0) {
      const written = async (url: unknown): Promise<RawCall> => ({
        ...call,
        code: undefined,
        url: new URL(String(url)),
      });
      ways.push({ what, rule, values: fc.constantFrom(...refused), written });
    }
  };
  for (const { name, required, type, style, min, max } of described.query ?? []) {
    const set = (text: string): URL => {
      const url = new URL(call.url);
      url.searchParams.set(style === "brackets" ? `${name}[]` : name, text);
      return url;
    };
    if (required && type !== "object") {
      const without = new URL(call.url);
      for (const key of new URL(without).searchParams.keys()) {
        if (key === name || key.startsWith(`${name}[`)) {
          without.searchParams.delete(key);
        }
      }
      add(`its query parameter "${name}" is missing`, "required", [without]);
    }
    const [texts, bounds] = [WRONG_TEXTS.get(type) ?? [], outside({ type, min, max })];
    add(
      `its query parameter "${name}" is not of its type`,
      type === "oneOf" ? "enum" : "type",
      texts.map(set),
    );
    add(`its query parameter "${name}" is outside its bounds`, "bound", bounds.map(set));
  }
  for (const { name, type, min, max } of described.path ?? []) {
    const texts = [...(WRONG_TEXTS.get(type) ?? []), ...outside({ type, min, max })];
    const urls = texts.map((text) => withId(call.url, tested, session, { name, text }));
    add(
      `its id "${name}" is not of its type`,
      "type",
      urls.filter((url) => url !== undefined),
    );
  }
  return ways;
}

const WRONG_TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["integer", ["abc", "1.5"]],
  ["bigint", ["abc"]],
  ["number", ["abc"]],
  ["boolean", ["maybe"]],
  ["uuid", ["not-a-uuid"]],
  ["date", ["not-a-date", "2026-02-31"]],
  ["dateTime", ["not-a-date"]],
  ["oneOf", ["no-such-value"]],
]);

function outside({
  type,
  min,
  max,
}: {
  readonly type: string;
  readonly min?: unknown;
  readonly max?: unknown;
}): readonly string[] {
  if (type === "integer" || type === "number") {
    return [min, max].flatMap((bound, index) =>
      typeof bound === "number" ? [String(bound + (index === 0 ? -1 : 1))] : [],
    );
  }
  return type === "string" && typeof max === "number" && max < 2_000 ? ["a".repeat(max + 1)] : [];
}

function isRefusedUrl(url: URL, { declared }: Tested, session: Session): boolean {
  const path = session.pathOf(url) + url.search;
  const found = session.subject.find(declared.method, path);
  return found === undefined || (found.endpoint === declared && found.issues !== undefined);
}

function withId(
  url: URL,
  { declared }: Tested,
  session: Session,
  { name, text }: { readonly name: string; readonly text: string },
): URL | undefined {
  const names: string[] = [];
  const source = declared.template
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      const id = /^\{([^{}*]*)(\*?)\}$/.exec(part);
      if (id === null) {
        return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      }
      names.push(id[1] ?? "");
      return id[2] === "*" ? "(.+)" : "([^/]*)";
    })
    .join("");
  const found = new RegExp(`^${source}$`).exec(session.pathOf(url));
  if (found === null) {
    return undefined;
  }
  let at = 0;
  const path = declared.template.replaceAll(/\{[^{}]*\}/g, () => {
    const own = names[at];
    at++;
    return own === name ? encodeURIComponent(text) : (found[at] ?? "");
  });
  const made = new URL(url);
  made.pathname = session.basePath + path;
  return made;
}
