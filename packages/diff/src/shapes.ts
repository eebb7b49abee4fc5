// The values of an alternative by type: constants, or one type with its bounds, elements and properties.
import { isRecord } from "./record.ts";
import { constantsOf, valuesOf } from "./disjoint.ts";
import { typeOf } from "./json-value.ts";
import { patternOf } from "./pattern.ts";
import type { Alternative, Node, Schema } from "./schema.ts";
import type { SchemaView } from "./schema-view.ts";

interface Common {
  readonly atoms: readonly Schema[];
  /** Why fewer values may fit than the shape says. */
  readonly unsure?: string | undefined;
}

/** Constants, of any types. */
export interface ValuesShape extends Common {
  readonly type: "values";
  readonly values: readonly unknown[];
}

/** Bounds of a number, a length, or a count. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Numbers. */
export interface NumberShape extends Common, Bounds {
  readonly type: "number";
  readonly aboveMin: boolean;
  readonly belowMax: boolean;
  /** What a number is a multiple of: 1 for integers. */
  readonly steps: readonly number[];
  readonly formats: readonly string[];
}

/** Strings, by length. */
export interface StringShape extends Common, Bounds {
  readonly type: "string";
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
}

/** Arrays, by count. */
export interface ArrayShape extends Common, Bounds {
  readonly type: "array";
  readonly unique: boolean;
  /** How many elements have a schema of their own. */
  readonly prefix: number;
  readonly at: (index: number) => Node;
}

/** Objects, by the number of properties. */
export interface ObjectShape extends Common, Bounds {
  readonly type: "object";
  /** The names that a schema mentions. */
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly patterns: readonly string[];
  /** What a property of this name must fit; `undefined` if nobody can tell which patterns match. */
  readonly at: (name: string) => Node | undefined;
  /** What properties that match this pattern must fit, besides what their names say. */
  readonly matching: (pattern: string) => Node;
  /** What properties of other names must fit. */
  readonly rest: Node;
  /** The constants of a property. */
  readonly constants: (name: string) => readonly unknown[] | undefined;
}

/** Some values of one type. */
export type Shape = ValuesShape | NumberShape | StringShape | ArrayShape | ObjectShape;

/** One side of a comparison: its schemas, and whether its objects hold only the properties that the schemas name. */
export interface Side {
  readonly view: SchemaView;
  readonly closed: boolean;
}

const TYPES = ["null", "boolean", "number", "string", "array", "object"] as const;

export function shapesOf({ atoms, unsure }: Alternative, side: Side): readonly Shape[] {
  const values = valuesOf(atoms);
  if (values !== undefined) {
    return [{ type: "values", atoms, values, unsure }];
  }
  return TYPES.filter((type) => atoms.every((atom) => allows(atom, type))).map((type) => {
    const own = unsure ?? reasonOf(atoms, type);
    switch (type) {
      case "null":
        return { type: "values", atoms, values: [null], unsure: own };
      case "boolean":
        return { type: "values", atoms, values: [true, false], unsure: own };
      case "number":
        return { ...numberShape(atoms), unsure: own };
      case "string":
        return { ...stringShape(atoms), unsure: own };
      case "array":
        return { ...arrayShape(atoms, side), unsure: own };
      case "object":
    }
    return { ...objectShape(atoms, side), unsure: own };
  });
}

export function typesOf(shape: Shape): readonly string[] {
  return shape.type === "values" ? [...new Set(shape.values.map(typeOf))] : [shape.type];
}

/** Whether objects have only the properties that their schemas mention. */
export function isClosed(shape: Shape): boolean {
  return shape.type === "object" && shape.rest.never;
}

function allows({ type }: Schema, wanted: string): boolean {
  return (
    type === undefined ||
    [type].flat().some((one) => one === wanted || (one === "integer" && wanted === "number"))
  );
}

// Keywords that are only compared as text, by the type that they concern.
const TEXTUAL: readonly (readonly [type: string | undefined, keywords: readonly string[]])[] = [
  [undefined, ["if", "$dynamicRef", "$recursiveRef"]],
  ["array", ["contains", "unevaluatedItems"]],
  [
    "object",
    [
      "dependencies",
      "dependentRequired",
      "dependentSchemas",
      "propertyNames",
      "unevaluatedProperties",
    ],
  ],
];

function reasonOf(atoms: readonly Schema[], type: string): string | undefined {
  for (const [concerned, keywords] of TEXTUAL) {
    const found =
      concerned === undefined || concerned === type
        ? keywords.find((name) => atoms.some((atom) => atom[name] !== undefined))
        : undefined;
    if (found !== undefined) {
      return `${found} is only compared as text`;
    }
  }
  return undefined;
}

function numbersOf(atoms: readonly Schema[], keyword: string): number[] {
  return atoms.map((atom) => atom[keyword]).filter((one) => typeof one === "number");
}

function textsOf(atoms: readonly Schema[], keyword: string): string[] {
  const all = atoms.map((atom) => atom[keyword]).filter((one) => typeof one === "string");
  return [...new Set(all)];
}

function boundsOf(atoms: readonly Schema[], least: string, most: string): Bounds {
  return {
    min: Math.max(0, ...numbersOf(atoms, least)),
    max: Math.min(Infinity, ...numbersOf(atoms, most)),
  };
}

function numberShape(atoms: readonly Schema[]): NumberShape {
  const bound = (keyword: string, pick: typeof Math.max, none: number): number =>
    pick(none, ...numbersOf(atoms, keyword));
  const [min, above] = [
    bound("minimum", Math.max, -Infinity),
    bound("exclusiveMinimum", Math.max, -Infinity),
  ];
  const [max, below] = [
    bound("maximum", Math.min, Infinity),
    bound("exclusiveMaximum", Math.min, Infinity),
  ];
  const isWhole = atoms.some(({ type }) => type !== undefined && ![type].flat().includes("number"));
  const steps = numbersOf(atoms, "multipleOf").filter((one) => one > 0);
  return {
    type: "number",
    atoms,
    min: Math.max(min, above),
    max: Math.min(max, below),
    aboveMin: above >= min && above > -Infinity,
    belowMax: below <= max && below < Infinity,
    steps: [...new Set(isWhole ? [1, ...steps] : steps)],
    formats: textsOf(atoms, "format"),
  };
}

function stringShape(atoms: readonly Schema[]): StringShape {
  return {
    type: "string",
    atoms,
    ...boundsOf(atoms, "minLength", "maxLength"),
    patterns: textsOf(atoms, "pattern"),
    formats: textsOf(atoms, "format"),
  };
}

function prefixOf({ prefixItems }: Schema): readonly unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : [];
}

function arrayShape(atoms: readonly Schema[], { view }: Side): ArrayShape {
  return {
    type: "array",
    atoms,
    ...boundsOf(atoms, "minItems", "maxItems"),
    unique: atoms.some(({ uniqueItems }) => uniqueItems === true),
    prefix: Math.max(0, ...atoms.map((atom) => prefixOf(atom).length)),
    at: (index) =>
      view.node(
        ...atoms.map((atom) => {
          const prefix = prefixOf(atom);
          return index < prefix.length ? prefix[index] : atom["items"];
        }),
      ),
  };
}

function membersOf(atom: Schema, keyword: "properties" | "patternProperties"): Schema {
  const { [keyword]: members } = atom;
  return isRecord(members) ? members : {};
}

function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required.filter((one) => typeof one === "string") : [];
}

function objectShape(atoms: readonly Schema[], { view, closed }: Side): ObjectShape {
  const properties = atoms.map((atom) => new Set(Object.keys(membersOf(atom, "properties"))));
  const required = new Set(atoms.flatMap(requiredOf));
  const names = new Set([...properties.flatMap((one) => [...one]), ...required]);
  const patterns = [
    ...new Set(atoms.flatMap((atom) => Object.keys(membersOf(atom, "patternProperties")))),
  ];
  const isSilent = atoms.every(({ additionalProperties }) => additionalProperties === undefined);
  // A schema that mentions no property is any object.
  const isAny = names.size + patterns.length === 0 && !atoms.some((one) => view.isEmptied(one));
  const isClosed = closed && isSilent && !isAny;
  const at = (name: string): Node | undefined => {
    const schemas: unknown[] = [];
    let isMentioned = names.has(name);
    for (const [index, atom] of atoms.entries()) {
      let isOwn = properties[index]?.has(name) === true;
      if (isOwn) {
        schemas.push(membersOf(atom, "properties")[name]);
      }
      for (const [pattern, schema] of Object.entries(membersOf(atom, "patternProperties"))) {
        const matches = patternOf(pattern)?.matches(name);
        if (matches === undefined) {
          return undefined;
        }
        if (matches) {
          isOwn = true;
          isMentioned = true;
          schemas.push(schema);
        }
      }
      if (!isOwn) {
        schemas.push(atom["additionalProperties"]);
      }
    }
    return isClosed && !isMentioned ? view.node(false) : view.node(...schemas);
  };
  return {
    type: "object",
    atoms,
    ...boundsOf(atoms, "minProperties", "maxProperties"),
    names,
    required,
    patterns,
    at,
    matching: (pattern) =>
      view.node(
        ...atoms.map((atom) => {
          const own = membersOf(atom, "patternProperties");
          return Object.hasOwn(own, pattern) ? own[pattern] : atom["additionalProperties"];
        }),
      ),
    rest: isClosed
      ? view.node(false)
      : view.node(...atoms.map(({ additionalProperties }) => additionalProperties)),
    constants: (name) => constantsOf(atoms, name, view),
  };
}
