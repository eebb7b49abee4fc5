// Schemas as they are compared: nodes of schemas that a value must all fit, and the alternatives that they stand for.

/** A schema as an object. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schemas that a value must all fit. Equal ones are the same object. */
export interface Node {
  readonly id: number;
  readonly schemas: readonly Schema[];
  /** Whether no value fits, because one of the schemas is `false`. */
  readonly never: boolean;
}

/** One of the things that a value may be: it must fit all atoms. */
export interface Alternative {
  readonly atoms: readonly Schema[];
  /** Why fewer values may fit than the atoms say. */
  readonly unsure?: string;
}

/** What finds the alternatives of schemas. */
export interface Alternatives {
  node(...schemas: readonly unknown[]): Node;
  alternatives(node: Node): readonly Alternative[];
}
