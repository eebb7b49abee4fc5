// What a multipart body may have by its declaration, and what of it has arrived: fields are kept
// as texts, files are counted.
import { isFile } from "../../declaration/body/body-format.ts";
import type { FileBounds, PartRecord } from "../../declaration/body/body-format.ts";
import { readParts } from "../../declaration/body/form-body.ts";
import type { ReceivedFile } from "../../declaration/body/multipart-body.ts";
import { decodeAll } from "../../declaration/parameter/parameter-codec.ts";
import { parametersOf } from "../../declaration/parameter/parameter-make.ts";
import type { AnyParameter, ParameterParts } from "../../declaration/parameter/parameter.ts";
import { negotiate } from "../../http/accept.ts";
import { pointerStep } from "../../internal/json-pointer.ts";
import type { FilePart } from "./multipart-read.ts";
import { refusedAs } from "../options/open-rules.ts";
import type { OpenRules } from "../options/open-rules.ts";
import type { FieldPart } from "./part-queue.ts";
import { receivedFile } from "./received-file.ts";
import { rejection } from "../exchange/rejection.ts";
import type { RequestIssue } from "../exchange/rejection.ts";

/** What is wrong with a body. */
export type PartIssues = readonly Omit<RequestIssue, "in">[];

/** The parts of one body. */
export class ExpectedParts {
  readonly rules: OpenRules;
  readonly #fields: ParameterParts;
  readonly #types: ReadonlyMap<string, AnyParameter>;
  readonly #files = new Map<string, FileBounds>();
  readonly #texts = new Map<string, string[]>();
  readonly #counts = new Map<string, number>();
  #size = 0;

  constructor(parts: PartRecord, rules: OpenRules) {
    this.rules = rules;
    const fields: [string, ParameterParts[string]][] = [];
    for (const [name, part] of Object.entries(parts)) {
      if (isFile(part)) {
        this.#files.set(name, part["~file"]);
      } else {
        fields.push([name, part]);
      }
    }
    this.#fields = Object.fromEntries(fields);
    this.#types = new Map(parametersOf(this.#fields));
  }

  isFile(name: string): boolean {
    return this.#files.has(name);
  }

  isField(name: string): boolean {
    return this.#types.has(name);
  }

  /** The JSON Pointers of the fields that have arrived. */
  arrived(): ReadonlySet<string> {
    return new Set(Array.from(this.#texts.keys(), pointerStep));
  }

  /** Keeps a field, except one that is not declared; throws where the fields get too large. */
  keep({ name, value }: FieldPart): void {
    const limit = this.rules.limits.body;
    // Fields are kept in memory, so the limit of the body applies. Files are not, and have other limits.
    this.#size += value.length;
    if (this.#size > limit) {
      this.rules.refuse(rejection(413, `the fields must have at most ${limit} bytes`));
      throw new RangeError(`the fields have more than ${limit} bytes`);
    }
    const known = this.#texts.get(name);
    if (known !== undefined) {
      known.push(value);
    } else if (this.isField(name)) {
      this.#texts.set(name, [value]);
    }
  }

  /** The fields that have arrived, decoded; throws a `DecodeError` with everything that is wrong. */
  decodeFields(): object {
    return readParts(this.#fields, (name) => {
      const type = this.#types.get(name);
      return type && decodeAll(type, this.#texts.get(name));
    });
  }

  /** A file within its bounds, `undefined` for one that is not declared; throws for one that is refused. */
  open(part: FilePart): ReceivedFile | undefined {
    const { name, mediaType } = part;
    const bounds = this.#files.get(name);
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
    if (bounds.mediaTypes !== undefined && !isAmong(mediaType, bounds.mediaTypes)) {
      throw this.refused(name, `must be ${bounds.mediaTypes.join(", ")}`);
    }
    return receivedFile(part, bounds.maxBytes, this.rules);
  }

  /** The files that have not arrived, and had to. */
  missingFiles(): PartIssues {
    return [...this.#files]
      .filter(([name, { optional }]) => !optional && !this.#counts.has(name))
      .map(([name]) => ({ pointer: pointerStep(name), message: "is missing" }));
  }

  /** Refuses the body for one of its parts, and gives the error for its reader. */
  refused(name: string, message: string): Error {
    return refusedAs(this.rules, [{ pointer: pointerStep(name), message }]);
  }
}

function isAmong(mediaType: string, ranges: readonly string[]): boolean {
  return negotiate(ranges.join(", "), [mediaType]) >= 0;
}
