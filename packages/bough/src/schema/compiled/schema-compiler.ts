// Compiles the JSON Schemas that `bough schemas` writes to functions. It generates no code, so it runs where `eval`
// is forbidden.
import type { ExtractedSchemas, JsonSchema } from "../extracted-schemas.ts";
import type { CheckMaker } from "./check-maker.ts";
import { isExact } from "./is-exact.ts";
import { ExactShapes } from "./exact-shapes.ts";
import { keywordsOf } from "./keywords.ts";
import type { Keywords } from "./keywords.ts";
import { literalsOf } from "./json-kind.ts";
import { MISFIT, REFUSED } from "./validation.ts";
import type { Check } from "./validation.ts";
import { hasElements, listCheck } from "./list-check.ts";
import { hasMembers, objectCheck, together } from "./object-check.ts";
import { boundChecks, literalCheck, typeCheck } from "./scalar-checks.ts";
import { unionCheck } from "./union-check.ts";

/** A component: its check when it is compiled, and the check for references inside itself. */
interface Component {
  check: Check | undefined;
  recursive: Check | undefined;
}

const COMPONENTS = "#/components/schemas/";

/** Compiles schemas, and each component once. */
export class SchemaCompiler implements CheckMaker {
  readonly #schemas: ExtractedSchemas["components"];
  readonly #components = new Map<string, Component>();
  readonly #known = new Map<JsonSchema, Check>();
  readonly #exact: ExactShapes = new ExactShapes(this);

  constructor(components: ExtractedSchemas["components"]) {
    this.#schemas = components;
  }

  of(schema: JsonSchema): Check {
    const known = this.#known.get(schema);
    if (known !== undefined) {
      return known;
    }
    const check = this.#compiled(schema);
    this.#known.set(schema, check);
    return check;
  }

  /** Whether a value fits and has nothing to remove. "No" says nothing: `of` then decides. */
  exact(schema: JsonSchema): (value: unknown) => boolean {
    const shape = this.#exact.of(schema);
    return (value) => isExact(shape, value);
  }

  #compiled(schema: JsonSchema): Check {
    const keywords = keywordsOf(schema);
    const shapes = this.#shapes(keywords);
    const bounds = boundChecks(keywords);
    const checks = shapes.length > 0 ? [together(shapes), ...bounds] : bounds;
    const [only, more] = checks;
    if (only === undefined) {
      return anything;
    }
    return more === undefined ? only : inTurn(checks, shapes.length > 0);
  }

  resolve(schema: JsonSchema): Keywords {
    let keywords = keywordsOf(schema);
    // More steps than there are components are a circle.
    for (let step = 0; keywords.$ref !== undefined && step < 100; step++) {
      keywords = keywordsOf(this.#named(keywords.$ref));
    }
    return keywords;
  }

  /** The checks that say which members a value keeps, or which literals and kinds it may be. */
  #shapes(keywords: Keywords): Check[] {
    const { $ref, type, not, anyOf, allOf = [] } = keywords;
    if (not !== undefined) {
      return [never];
    }
    const literals = literalsOf(keywords);
    if (literals !== undefined) {
      return [literalCheck(literals)];
    }
    const isKind = type === undefined ? anything : typeCheck(type);
    const shapes = [
      ...($ref === undefined ? [] : [this.#reference($ref)]),
      ...(anyOf === undefined ? [] : [unionCheck(anyOf, this)]),
      ...allOf.map((one) => this.of(one)),
      ...(hasMembers(keywords) ? [objectCheck(keywords, this, isKind)] : []),
      ...(hasElements(keywords) ? [listCheck(keywords, this, isKind)] : []),
    ];
    // The check of members or elements asks for the kind of other values.
    const asks = type === undefined || hasMembers(keywords) || hasElements(keywords);
    return asks ? shapes : [...shapes, isKind];
  }

  #reference(reference: string): Check {
    const known = this.#components.get(reference);
    if (known !== undefined) {
      // Without a check it is being compiled: it contains itself.
      if (known.check === undefined) {
        known.recursive ??= recursiveCheck(known);
      }
      return known.recursive ?? known.check ?? anything;
    }
    const component: Component = { check: undefined, recursive: undefined };
    this.#components.set(reference, component);
    component.check = this.of(this.#named(reference));
    return component.recursive ?? component.check;
  }

  #named(reference: string): JsonSchema {
    const name = reference.startsWith(COMPONENTS) ? reference.slice(COMPONENTS.length) : "";
    const schema = Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : undefined;
    if (schema === undefined) {
      throw new TypeError(`the schemas have no component ${reference}: run bough schemas`);
    }
    return schema;
  }
}

const anything: Check = (value) => value;
const never: Check = (value, validation) => validation.refuseKind(value, "must be absent");

function recursiveCheck(component: Component): Check {
  const run: Check = (value, validation) => component.check?.(value, validation);
  return (value, validation) => validation.recur(value, run);
}

/** Several checks of one value, of which the first may leave members out. */
function inTurn(checks: readonly Check[], projects: boolean): Check {
  const [first = anything, ...others] = checks;
  return (value, validation) => {
    const result = first(value, validation);
    if (result === REFUSED || result === MISFIT) {
      return result;
    }
    for (const check of others) {
      if (check(value, validation) === REFUSED) {
        return REFUSED;
      }
    }
    return projects ? result : value;
  };
}
