// The type of a value that is written as text: a schema of a parameter or a form as a parameter type of Bough.
import type { ContractEndpoint, ContractParameter, ContractType } from "bough/contract";
import { TEXTS, alternativesOf, eitherOf, flattened, listOf } from "./either-type.ts";
import { fits } from "./fits.ts";
import { flatSchema, type FlatSchema } from "./flat-schema.ts";
import { elementsOf, entriesOf, hasLiteral, isMembers, member, step } from "./json.ts";
import { Unresolved, type Found, type OpenDocument } from "./open-document.ts";
import { isBracketed, parameterOf } from "./parameter.ts";
import { Undeclarable, type Place, type Report } from "./report.ts";
import { countsOf, hasExclusiveBounds, scalar, text } from "./scalar-type.ts";
import type { Schemas } from "./schemas.ts";

/** What all conversions of one document share. */
export interface Reading {
  readonly document: OpenDocument;
  readonly report: Report;
  readonly schemas: Schemas;
  /** Whether bounds and patterns are declared. */
  readonly bounds: boolean;
  /** The error format of the root, if failures have their names. */
  readonly errors?: ErrorsOfRoot | undefined;
  /** The types by the schema and how it is written; `undefined` for a type that is being made. */
  readonly types: Map<object, Map<string, ReadType | undefined>>;
}

export interface ErrorsOfRoot {
  readonly members: Required<Pick<ContractEndpoint, "errors" | "rejections">>;
  /** The content of a response with the format alone, as text. */
  readonly content: string;
}

/** A type, and what there is to report about it. */
interface ReadType {
  readonly type: ContractType;
  readonly findings: readonly Parameters<ParameterTypes["changed"]>[];
}

/** How a value is written. */
export interface Writing {
  /** One text, as ids, headers and cookies have it, or pairs of names and texts. */
  readonly as: "text" | "pairs";
  readonly list: "repeat" | "comma" | "space" | "pipe" | "brackets";
  /** How objects are written: `created[gte]=1`, `gte=1`, or as JSON. */
  readonly object: "brackets" | "spread" | "json";
  /** Whether OpenAPI defines how nested values are written. */
  readonly isDefined: boolean;
}

/** Converts one schema of a document. */
export class ParameterTypes {
  readonly #reading: Reading;
  readonly #place: Place;
  // The findings of the types that are being made, the innermost last.
  readonly #open: Parameters<ParameterTypes["changed"]>[][] = [];

  constructor(reading: Reading, place: Place) {
    this.#reading = reading;
    this.#place = place;
  }

  /** The type of a value; throws an `Undeclarable` for one that consists of itself. */
  typeOf(found: Found, writing: Writing, depth = 0): ContractType {
    const target = this.#reading.document.follow(found);
    if (target instanceof Unresolved || !isMembers(target.value)) {
      return this.#typeOf(found, writing, depth);
    }
    const types = this.#reading.types.get(target.value) ?? new Map<string, ReadType | undefined>();
    this.#reading.types.set(target.value, types);
    const key = JSON.stringify([depth, writing]);
    const known = types.get(key);
    if (known !== undefined) {
      known.findings.forEach((finding) => this.changed(...finding));
      return known.type;
    }
    if (types.has(key)) {
      const { pointer } = target;
      throw new Undeclarable(
        { ...this.#place, pointer },
        "the schema of a parameter, header or field is an alternative or an element of itself",
      );
    }
    types.set(key, undefined);
    const findings: Parameters<ParameterTypes["changed"]>[] = [];
    this.#open.push(findings);
    const type = this.#typeOf(found, writing, depth);
    this.#open.pop();
    types.set(key, { type, findings });
    return type;
  }

  #typeOf(found: Found, writing: Writing, depth: number): ContractType {
    const flat = flatSchema(this.#reading.document, found);
    if (flat === undefined) {
      this.changed("document", "its schema refers to nothing or to itself; it is declared as text");
      return text({});
    }
    const alternatives = alternativesOf(flat);
    if (alternatives.length > 0) {
      return this.#either(alternatives, writing, depth);
    }
    const [type] = flat.types;
    if (type === "array") {
      return this.#list(flat, writing, depth);
    }
    if (type === "object") {
      return this.#object(found, flat, writing, depth);
    }
    if (this.#reading.bounds && hasExclusiveBounds(flat, type)) {
      this.changed("approximated", "its exclusive bounds are declared as inclusive");
    }
    const values = [member(flat.schema, "const"), ...elementsOf(member(flat.schema, "enum"))];
    if (!values.every(hasLiteral)) {
      this.changed("document", "a value is an infinite number, and is left out");
    }
    return scalar(flat, type);
  }

  /** The type of a value that is JSON text. */
  json({ value, pointer }: Found): ContractType {
    const schema = this.#reading.schemas.convert(value, { ...this.#place, pointer });
    return { type: "jsonText", schema };
  }

  /** A member of an object or a form. */
  member(name: string, found: Found, { required, writing, depth }: MemberFacts): ContractParameter {
    const type = this.typeOf(found, writing, depth);
    return parameterOf(name, type, { required, found, types: this });
  }

  /** Reports a difference at the place of the parameter. */
  changed(cause: "document" | "approximated", message: string): void {
    this.#reading.report.changed(this.#place, cause, message);
    for (const findings of this.#open) {
      if (!findings.some(([, known]) => known === message)) {
        findings.push([cause, message]);
      }
    }
  }

  /** Whether a value certainly is one of the schema. */
  fits(found: Found, value: unknown): boolean {
    return fits(this.#reading.document, found, value);
  }

  /** The flat schema, for its default and prose. */
  flat(found: Found): FlatSchema | undefined {
    return flatSchema(this.#reading.document, found);
  }

  #list({ schema, pointer }: FlatSchema, writing: Writing, depth: number): ContractType {
    const items = { value: member(schema, "items") ?? {}, pointer: `${pointer}/items` };
    const bounds = countsOf(schema);
    const inner = flatSchema(this.#reading.document, items);
    const nested = inner?.types[0] === "array" || inner?.types[0] === "object";
    if (writing.as === "text" && writing.list !== "comma") {
      if (
        writing.list === "brackets" &&
        !nested &&
        TEXTS.has(this.typeOf(items, writing, depth).type)
      ) {
        return { type: "parameter", schema: LIST_SCHEMA, opaque: true };
      }
      this.changed("approximated", "it is a list in one text, declared as this text");
      return text({});
    }
    if (nested && writing.object === "json") {
      return listOf(this.json(items), { style: writing.list, ...bounds });
    }
    if (nested && (inner.types[0] === "array" || writing.as === "text")) {
      this.changed(
        "document",
        "OpenAPI does not define how lists of lists are written; declared as JSON",
      );
      return listOf(this.json(items), { style: "repeat", ...bounds });
    }
    if (nested && !writing.isDefined) {
      this.changed(
        "document",
        "OpenAPI does not define how lists of objects are written; declared as items[0][name]=value",
      );
    }
    const element = this.typeOf(items, writing, depth);
    if (element.type === "list") {
      return listOf(text({}), { style: writing.list, ...bounds });
    }
    const style = isBracketed(element) ? "indexed" : writing.list;
    return listOf(element, { style, ...bounds });
  }

  #object(found: Found, flat: FlatSchema, writing: Writing, depth: number): ContractType {
    const { schema, pointer } = flat;
    if (writing.object === "json") {
      return this.json(found);
    }
    if (writing.as === "text") {
      this.changed("approximated", "it is an object in one text, declared as this text");
      return text({});
    }
    if (depth >= DEEPEST) {
      this.changed(
        "approximated",
        `its objects are nested more than ${DEEPEST} deep; declared as JSON`,
      );
      return this.json(found);
    }
    const properties = entriesOf(member(schema, "properties"));
    const more = member(schema, "additionalProperties");
    const spread = writing.object === "spread";
    const style = spread ? { style: "spread" } : {};
    const nested = {
      ...writing,
      object: "brackets",
      list: writing.list === "repeat" && !spread ? "brackets" : writing.list,
    } as const;
    if (properties.length === 0) {
      const values = {
        value: isMembers(more) ? more : {},
        pointer: `${pointer}/additionalProperties`,
      };
      return this.#record(this.typeOf(values, nested, depth + 1), style);
    }
    if (spread && isMembers(more)) {
      this.changed("approximated", "it also stands for query parameters of any name");
    }
    const required = elementsOf(member(schema, "required"));
    const members = properties
      .filter(([name]) => this.#isCarried(name, spread))
      .map(([name, value]) =>
        this.member(
          name,
          { value, pointer: `${pointer}/properties${step(name)}` },
          {
            required: required.includes(name),
            writing: nested,
            depth: depth + 1,
          },
        ),
      );
    return { type: "object", ...style, members, schema: { type: "object" } };
  }

  #record(element: ContractType, style: { readonly style?: string }): ContractType {
    // The names of a spread record have brackets of their own.
    const isOwn =
      style.style !== undefined && (isBracketed(element) || BRACKETS.has(element.style));
    if (isOwn) {
      this.changed(
        "document",
        "OpenAPI does not define how objects in objects are written; declared as text",
      );
    }
    const { min: _, ...one } = element;
    const plain = element.type === "list" ? one : element;
    return {
      type: "record",
      ...style,
      element: isOwn ? text({}) : plain,
      schema: { type: "object" },
    };
  }

  #isCarried(name: string, spread: boolean): boolean {
    const carried = name !== "" && (spread || !/[[\]]/.test(name)) && !UNSAFE.has(name);
    if (!carried) {
      this.changed(
        "document",
        `${spread ? "an object" : "brackets"} cannot carry its member ${JSON.stringify(name)}, which is left out`,
      );
    }
    return carried;
  }

  #either(alternatives: readonly Found[], writing: Writing, depth: number): ContractType {
    const types = alternatives.flatMap((one) => flattened(this.typeOf(one, writing, depth)));
    const lists = types.filter(({ type }) => type === "list");
    const [list] = lists;
    if (list === undefined) {
      return eitherOf(types);
    }
    // One value is written as a list of one.
    const elements = types.flatMap((one) => (one.type === "list" ? (one.element ?? []) : one));
    return listOf(eitherOf(elements.flatMap(flattened)), { style: list.style ?? "repeat" });
  }
}

const LIST_SCHEMA = { type: "array", items: { type: "string" } };

interface MemberFacts {
  readonly required: boolean;
  readonly writing: Writing;
  readonly depth: number;
}

// Bough rejects deeper objects.
const DEEPEST = 5;
const BRACKETS: ReadonlySet<string | undefined> = new Set(["brackets", "indexed"]);
const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);
