// A document, declared and written again: what the second document has of the first. It reads both by itself, so that
// a mistake of the importer shows.

/** The kinds of facts that are counted. */
const KINDS = [
  "operation",
  "operationId",
  "parameter",
  "response",
  "media type",
  "security",
] as const;
type Kind = (typeof KINDS)[number];

/** Lost facts that are alike, such as a media type of the same status. */
export interface Loss {
  readonly what: string;
  readonly count: number;
}

/** How many facts of each kind are kept. */
export interface RoundTrip {
  readonly counts: Readonly<Record<Kind, { readonly kept: number; readonly all: number }>>;
  /** Facts of the document that the second one does not have, apart from those of operations that it does not have. */
  readonly lost: readonly Loss[];
}

/** Compares the facts of two documents. */
export function roundTrip(before: unknown, after: unknown): RoundTrip {
  const given = factsOf(before);
  const made = factsOf(after);
  const counts = KINDS.map((kind) => {
    const own = [...given].filter((fact) => fact.startsWith(`${kind}: `));
    return [kind, { kept: own.filter((fact) => made.has(fact)).length, all: own.length }] as const;
  });
  return {
    counts: Object.fromEntries(counts) as RoundTrip["counts"],
    lost: lossesOf([...given].filter((fact) => !made.has(fact))),
  };
}

function lossesOf(lost: readonly string[]): readonly Loss[] {
  const operations = lost.flatMap((fact) =>
    fact.startsWith("operation: ") ? [fact.slice("operation: ".length)] : [],
  );
  const counts = new Map<string, number>();
  for (const fact of lost) {
    const [kind = "", rest = ""] = fact.split(/: (.*)/s);
    const isOfLost = operations.some((one) => rest.startsWith(`${one} `));
    if (kind !== "operation" && isOfLost) continue;
    // The method and the path, and what is lost there.
    const what = kind === "operation" ? rest : rest.replace(/^\S+ \S+ (?:again )?/, "");
    const text = `${kind}: ${what}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => ({ what, count }));
}

type Members = Readonly<Record<string, unknown>>;

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;

function factsOf(root: unknown): ReadonlySet<string> {
  const facts = new Facts(root);
  for (const [path, value] of Object.entries(members(members(root)["paths"]))) {
    if (path.startsWith("x-")) continue;
    const item = facts.resolved(value);
    for (const [method, operation] of operationsOf(item)) {
      facts.addOperation(`${method.toUpperCase()} ${erased(path)}`, { path, item, operation });
    }
  }
  return facts.all;
}

interface Operation {
  readonly path: string;
  readonly item: Members;
  readonly operation: Members;
}

class Facts {
  readonly all = new Set<string>();
  readonly #root: unknown;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** The target of a reference, also of one to a reference. */
  resolved(value: unknown): Members {
    let at = value;
    for (let count = 0; count < 9; count++) {
      const reference = members(at)["$ref"];
      if (typeof reference !== "string") break;
      at = reference
        .split("/")
        .slice(1)
        .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
        .reduce<unknown>((found, step) => members(found)[step], this.#root);
    }
    return members(at);
  }

  addOperation(key: string, { path, item, operation }: Operation): void {
    // Documents have operations that answer the same requests.
    const at = this.all.has(`operation: ${key}`) ? `${key} again` : key;
    this.all.add(`operation: ${at}`);
    const { operationId, responses, security } = operation;
    if (typeof operationId === "string") this.all.add(`operationId: ${at} ${operationId}`);
    const parameters = [...list(item["parameters"]), ...list(operation["parameters"])];
    const ids = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
    for (const parameter of parameters.map((one) => this.resolved(one))) {
      const { in: place, name } = parameter;
      // The name of an id is free, and a list with brackets has the name `expand[]`.
      if (place === "path") this.all.add(`parameter: ${at} path ${ids.indexOf(String(name))}`);
      if (place === "query") {
        this.all.add(`parameter: ${at} query ${String(name).replace(/\[\]$/, "")}`);
      }
    }
    this.#addContent(`${at} request`, this.resolved(operation["requestBody"]));
    for (const [status, response] of Object.entries(members(responses))) {
      if (status.startsWith("x-")) continue;
      this.all.add(`response: ${at} ${status.toUpperCase()}`);
      this.#addContent(`${at} ${status.toUpperCase()}`, this.resolved(response));
    }
    for (const one of list(security ?? members(this.#root)["security"])) {
      this.all.add(`security: ${at} ${securityText(one)}`);
    }
  }

  #addContent(at: string, { content }: Members): void {
    for (const mediaType of Object.keys(members(content))) {
      this.all.add(`media type: ${at} ${plainMediaType(mediaType)}`);
    }
  }
}

function erased(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

function operationsOf(item: Members): readonly (readonly [string, Members])[] {
  const own = Object.entries(item).filter(([name]) => METHODS.test(name));
  const more = ["additionalOperations", "x-oai-additionalOperations"].flatMap((name) =>
    Object.entries(members(item[name])),
  );
  return [...own, ...more].map(([method, operation]) => [method, members(operation)]);
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

// The charset of JSON and text is UTF-8.
function plainMediaType(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/\s/g, "")
    .replace(/;charset=utf-?8$/, "");
}

function securityText(alternative: unknown): string {
  const schemes = Object.entries(members(alternative)).map(
    ([name, scopes]) => `${name}(${list(scopes).map(String).toSorted().join(" ")})`,
  );
  return schemes.length === 0 ? "nobody" : schemes.toSorted().join(" and ");
}
