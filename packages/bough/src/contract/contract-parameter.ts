// Values that are written as text, in a contract.
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";

/** The type of a value that is written as text: in a path, a query, a header, a cookie or a form. */
export interface ContractType {
  /** The kind of the type: `integer`, `oneOf`, `list`. */
  readonly type: string;
  /** The JSON Schema of the value as it is written. */
  readonly schema: JsonSchema;
  /** The lower bound of a value, a length or a date. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly pattern?: string;
  /** Whether text may contain U+0000. */
  readonly nul?: boolean;
  /** The characters that an id has unescaped. */
  readonly delimiters?: string;
  /** The values of `oneOf`. */
  readonly values?: readonly (string | number)[];
  /**
   * How a list is written: `repeat`, `comma`, `space`, `pipe`, `brackets`, `indexed`. It is `spread` for
   * an object or a record whose properties are separate parameters.
   */
  readonly style?: string;
  /** The type of each element of a list or a record. */
  readonly element?: ContractType;
  /** The types of `either`, in the order in which they are tried. */
  readonly alternatives?: readonly ContractType[];
  /** The members of an object. */
  readonly members?: readonly ContractParameter[];
  /** The schemas of `.check(schema)`. */
  readonly checks?: readonly (JsonSchema | ContractOpaque)[];
  /** Set if functions decide what the value is, so that nothing can be compared. */
  readonly opaque?: true;
}

/** Code that cannot be written as data. */
export interface ContractOpaque {
  readonly opaque: true;
}

/** A parameter, or a field of a form or a multipart body. */
export interface ContractParameter extends ContractType {
  readonly name: string;
  readonly required: boolean;
  /** The text of the default. */
  readonly default?: string | readonly string[];
  readonly description?: string;
  /** Set if callers should stop using it: what to use instead, or `true`. */
  readonly deprecated?: string | true;
}
