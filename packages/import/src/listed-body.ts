// The body of a list in a document: the types of its properties, by the names that `.paged()` has for them.
import type { ContractName, ContractParameter } from "bough/contract";
import { flatSchema } from "./flat-schema.ts";
import { entriesOf, member } from "./json.ts";
import type { Found, OpenDocument } from "./open-document.ts";

/** Why a list is not declared as paged. */
export class Misfit extends Error {}

/** The response body of a list, and its query parameters. */
export class ListedBody {
  readonly query: readonly ContractParameter[];
  readonly #document: OpenDocument;
  readonly #body: Found;

  constructor(document: OpenDocument, body: Found, query: readonly ContractParameter[]) {
    this.query = query;
    this.#document = document;
    this.#body = body;
  }

  /** The types of a property without `null`; empty if there is no such property, or any type. */
  typesOf(names: readonly string[], from: Found | undefined = this.#body): readonly string[] {
    const found = this.#at(names, from);
    return found === undefined ? [] : (flatSchema(this.#document, found)?.types ?? []);
  }

  /** Whether the document says nothing about the body. */
  isOpen(): boolean {
    const flat = flatSchema(this.#document, this.#body);
    return flat !== undefined && flat.types.length === 0 && !("properties" in flat.schema);
  }

  /** The types of a property of an item. */
  typesOfItem(items: readonly string[], names: readonly string[]): readonly string[] {
    const list = this.#at(items, this.#body);
    const flat = list && flatSchema(this.#document, list);
    const item = { value: member(flat?.schema, "items"), pointer: flat?.pointer ?? "" };
    return this.typesOf(names, item.value === undefined ? undefined : item);
  }

  /** The only array of the body; `undefined` if there are several. */
  onlyArray(): string | undefined {
    const flat = flatSchema(this.#document, this.#body);
    const names = entriesOf(flat?.schema["properties"]).map(([name]) => name);
    const [only, ...more] = names.filter((name) => this.typesOf([name]).join() === "array");
    return more.length === 0 ? only : undefined;
  }

  /** A name of a vendor: one property, else a path with dots. */
  nameOf(name: string): ContractName {
    return name.includes(".") && this.#at([name], this.#body) !== undefined ? [name] : name;
  }

  #at(names: readonly string[], from: Found | undefined): Found | undefined {
    let at = from;
    for (const name of names) {
      const flat: ReturnType<typeof flatSchema> = at && flatSchema(this.#document, at);
      const value = member(member(flat?.schema, "properties"), name);
      at = value === undefined ? undefined : { value, pointer: flat?.pointer ?? "" };
    }
    return at;
  }
}

/** The names that lead to a property. */
export function namesOf(name: ContractName): readonly string[] {
  return typeof name === "string" ? name.split(".") : name;
}
