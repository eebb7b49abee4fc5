// Compiles the JSON Schemas that `bough schemas` writes to functions. It generates no code, so it runs where `eval`
// is forbidden.
import type { ExtractedSchemas, JsonSchema } from "../extracted-schemas.ts";
import { ownOf } from "../../internal/record.ts";
import { literalsOf } from "./json-kind.ts";
import { keywordsOf, type Keywords } from "./keywords.ts";
import { hasElements, hasMembers, listNode, objectNode } from "./member-nodes.ts";
import { together } from "./merged.ts";
import { anything, Node, type Compiler } from "./node.ts";
import { boundedNode, literalNode, typeNode } from "./scalar-nodes.ts";
import { unionNode } from "./union-node.ts";
import type { Check } from "./validation.ts";

const COMPONENTS = "#/components/schemas/";

/** A component: its node when it is compiled, and the node of references inside itself. */
interface Component {
  node: Node | undefined;
  recursive: Node | undefined;
}

/** Compiles schemas, and each component once. */
export class SchemaCompiler implements Compiler {
  readonly #schemas: ExtractedSchemas["components"];
  readonly #components = new Map<string, Component>();
  readonly #known = new Map<JsonSchema, Node>();

  constructor(components: ExtractedSchemas["components"]) {
    this.#schemas = components;
  }

  of(schema: JsonSchema): Node {
    const known = this.#known.get(schema);
    if (known !== undefined) {
      return known;
    }
    const keywords = keywordsOf(schema);
    const node = boundedNode(together(this.#parts(keywords)), keywords);
    this.#known.set(schema, node);
    return node;
  }

  resolve(schema: JsonSchema): Keywords {
    let keywords = keywordsOf(schema);
    // More steps than there are components are a circle.
    for (let step = 0; keywords.$ref !== undefined && step < 100; step++) {
      keywords = keywordsOf(this.#named(keywords.$ref));
    }
    return keywords;
  }

  /** The nodes that say which members a value keeps, or which literals and kinds it may be. */
  #parts(keywords: Keywords): Node[] {
    const { $ref, type, not, anyOf, allOf = [] } = keywords;
    if (not !== undefined) {
      return [never];
    }
    const literals = literalsOf(keywords);
    if (literals !== undefined) {
      return [literalNode(literals)];
    }
    const isKind = type === undefined ? anything : typeNode(type);
    const parts = [
      ...($ref === undefined ? [] : [this.#reference($ref)]),
      ...(anyOf === undefined ? [] : [unionNode(anyOf, this)]),
      ...allOf.map((one) => this.of(one)),
      ...(hasMembers(keywords) ? [objectNode(keywords, this, isKind.check)] : []),
      ...(hasElements(keywords) ? [listNode(keywords, this, isKind.check)] : []),
    ];
    // The node of members or elements asks for the kind of other values.
    const asks = type === undefined || hasMembers(keywords) || hasElements(keywords);
    return asks ? parts : [...parts, isKind];
  }

  #reference(reference: string): Node {
    let component = this.#components.get(reference);
    if (component === undefined) {
      component = { node: undefined, recursive: undefined };
      this.#components.set(reference, component);
      component.node = this.of(this.#named(reference));
    } else if (component.node === undefined) {
      // It is being compiled: it contains itself.
      component.recursive ??= recursiveNode(component);
    }
    return component.recursive ?? component.node ?? anything;
  }

  #named(reference: string): JsonSchema {
    const name = reference.startsWith(COMPONENTS) ? reference.slice(COMPONENTS.length) : "";
    const schema = ownOf(this.#schemas, name);
    if (schema === undefined) {
      throw new TypeError(`the schemas have no component ${reference}: run bough schemas`);
    }
    return schema;
  }
}

const never: Node = /* @__PURE__ */ new Node((value, validation) =>
  validation.refuseKind(value, "must be absent"),
);

function recursiveNode(component: Component): Node {
  const run: Check = (value, validation, room) => component.node?.check(value, validation, room);
  return new Node((value, validation, room) => validation.recur(value, run, room));
}
