// The declared parts of a multipart body, and those that have arrived: fields as texts, typed parts as bytes, files
// by number.
import { DecodeError } from "../../shared/codec/codec.ts";
import {
  isFile,
  isTyped,
  type BodyFormat,
  type FileBounds,
} from "../../declare/body/body-format.ts";
import { readParts } from "../form/declared.ts";
import type { UploadedFile } from "./declared.ts";
import { decodeAll } from "../../declare/parameter/parameter-codec.ts";
import { parametersOf } from "../../declare/parameter/parameter-make.ts";
import type { AnyParameter, ParameterParts } from "../../declare/parameter/parameter.ts";
import { negotiate } from "../../shared/http/accept.ts";
import { pointerStep } from "../../shared/internal/encodings.ts";
import type { FieldPart, FilePart, TypedPart } from "./server-read.ts";
import { refusedAs, type OpenRules } from "../../serve/options/kernel-options.ts";
import { receivedFile } from "./server-received-file.ts";
import { rejection, type RequestIssue } from "../../serve/exchange/rejection.ts";
import { TypedParts, type TypedPartRepresentations } from "./server-typed-parts.ts";

/** Faults of a body. */
export type PartIssues = readonly Omit<RequestIssue, "in">[];

export interface DeclaredParts {
  readonly format: BodyFormat;
  readonly typedParts: TypedPartRepresentations;
}

export class ExpectedParts {
  readonly rules: OpenRules;
  readonly files: ReadonlyMap<string, FileBounds>;
  readonly #fields: ParameterParts;
  readonly #types: ReadonlyMap<string, AnyParameter>;
  readonly #typed: TypedParts;
  readonly #texts = new Map<string, string[]>();
  readonly #counts = new Map<string, number>();
  #size = 0;

  constructor({ format, typedParts }: DeclaredParts, rules: OpenRules) {
    this.rules = rules;
    const files = new Map<string, FileBounds>();
    const fields: [string, ParameterParts[string]][] = [];
    for (const [name, part] of Object.entries(format.parts ?? {})) {
      if (isFile(part)) {
        files.set(name, part["~file"]);
      } else if (!isTyped(part)) {
        fields.push([name, part]);
      }
    }
    this.files = files;
    this.#fields = Object.fromEntries(fields);
    this.#types = new Map(parametersOf(this.#fields));
    this.#typed = new TypedParts(typedParts, rules.limits);
  }

  isTyped(name: string): boolean {
    return this.#typed.has(name);
  }

  /** Whether a field or typed part is declared. */
  isField(name: string): boolean {
    return this.#types.has(name) || this.isTyped(name);
  }

  /** The JSON Pointers of the fields and typed parts that have arrived. */
  arrived(): ReadonlySet<string> {
    return new Set([...this.#texts.keys(), ...this.#typed.arrived()].map(pointerStep));
  }

  /** Keeps a declared field, ignores others; throws if the fields get too large. */
  keep(part: FieldPart | TypedPart): void {
    const { name } = part;
    const limit = this.rules.limits.body;
    // The limit of the body applies to fields, which are in memory. Files have other limits.
    this.#size += (part.kind === "typed" ? part.bytes : part.value).length;
    if (this.#size > limit) {
      this.rules.refuse(rejection(413, `the fields must have at most ${limit} bytes`));
      throw new RangeError(`the fields have more than ${limit} bytes`);
    }
    if (part.kind === "typed") {
      const fault = this.#typed.keep(part);
      if (fault !== undefined) {
        throw this.refused(name, fault);
      }
      return;
    }
    const known = this.#texts.get(name);
    if (known !== undefined) {
      known.push(part.value);
    } else if (this.isField(name)) {
      this.#texts.set(name, [part.value]);
    }
  }

  /** The values of the fields and typed parts, and all that is wrong with them. */
  async decodeFields(): Promise<{ readonly fields: object; readonly issues: PartIssues }> {
    const issues: DecodeError["issues"][number][] = [];
    let fields: Record<string, unknown> = {};
    try {
      fields = readParts(this.#fields, (name) => {
        const type = this.#types.get(name);
        return type && decodeAll(type, this.#texts.get(name));
      });
    } catch (error) {
      if (!(error instanceof DecodeError)) {
        throw error;
      }
      issues.push(...error.issues);
    }
    issues.push(...(await this.#typed.decodeInto(fields)));
    return { fields, issues };
  }

  /** A file within its limits; `undefined` if it is not declared; throws if it is refused. */
  open(part: FilePart): UploadedFile | undefined {
    const { name, mediaType } = part;
    const bounds = this.files.get(name);
    if (bounds === undefined) {
      return undefined;
    }
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count > (bounds.list ? bounds.max : 1)) {
      throw this.refused(
        name,
        bounds.list ? `must have at most ${bounds.max} files` : "is given more than once",
      );
    }
    if (
      bounds.mediaTypes !== undefined &&
      negotiate(bounds.mediaTypes.join(", "), [mediaType]) < 0
    ) {
      throw this.refused(name, `must be ${bounds.mediaTypes.join(", ")}`);
    }
    return receivedFile(part, bounds.maxBytes, this.rules);
  }

  /** The required files that have not arrived. */
  missingFiles(): PartIssues {
    return [...this.files]
      .filter(([name, { optional }]) => !optional && !this.#counts.has(name))
      .map(([name]) => ({ pointer: pointerStep(name), message: "is missing" }));
  }

  /** Rejects the request because of one part, and returns the error for its reader. */
  refused(name: string, message: string): Error {
    return refusedAs(this.rules, [{ pointer: pointerStep(name), message }]);
  }
}
