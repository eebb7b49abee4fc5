// Identifiers that are free: neither words of the language, nor names of Bough, nor taken.
import { identifier, isIdentifier } from "../source-text.ts";
import { freeName } from "../words.ts";

const WORDS =
  "await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield arguments";

/** Words with a meaning only in some places, and names that `bough` exports and a declaration may import. */
const DECLARATION =
  "abstract any as async bigint boolean declare from get infer is keyof module namespace never number object of readonly require set string symbol type undefined unique unknown globalThis Date rootResource staticResource dynamicResource query post put patch del head integer uuid date dateTime oneOf either jsonText list record segments parameter issue json body plainText form multipart file part bytes stream jsonLines events noBody oneOfBodies failure errorFormat cookie bearer basic httpAuth apiKey oauth2 openIdConnect mutualTls allOf anonymous Codec Root Static Dynamic Inheriting InheritingErrors api";

/** Globals that a reader of the declaration expects: those of ECMAScript, and of the web beside requests. */
const GLOBALS =
  "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape isFinite isNaN parseFloat parseInt unescape Request Response Headers Event File Blob URL FormData";

/** Gives each name an identifier of its own. */
export class Identifiers {
  readonly #taken: Set<string>;
  readonly #globals = new Set(GLOBALS.split(" "));

  /** `taken` are the names that the code itself uses, by default those of a declaration. */
  constructor(taken: readonly string[] = DECLARATION.split(" ")) {
    this.#taken = new Set([...WORDS.split(" "), ...taken]);
  }

  /** The wished identifier, or one with a suffix or a number behind it. */
  free(wished: string, suffix = ""): string {
    const name = identifier(wished);
    return freeName(this.#isFree(name) ? name : name + suffix, this.#taken);
  }

  /** The first identifier that is free, or the last one with a number behind it. */
  firstOf(wishes: readonly string[]): string {
    const found = wishes.find((one) => this.#isFree(identifier(one)));
    return this.free(found ?? wishes.at(-1) ?? "");
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !this.#globals.has(name);
  }

  /** Reserves an identifier of an earlier import; `false` if it is taken. */
  reserve(name: string): boolean {
    if (this.#taken.has(name) || !isIdentifier(name)) {
      return false;
    }
    this.#taken.add(name);
    return true;
  }
}
