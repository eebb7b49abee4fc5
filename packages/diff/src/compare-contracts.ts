// Compares two contracts: who breaks if one side changes from the first to the second, and the other side stays.
import { fieldsOf } from "./record.ts";
import type { Contract, ContractEndpoint } from "bough/contract";
import { compareContents } from "./content-changes.ts";
import { addRemoval } from "./deprecation-changes.ts";
import { Direction } from "./direction.ts";
import { compareEndpoints, compareLimits, type Directions } from "./endpoint-changes.ts";
import { Findings, type Affected, type Change, type Question, type Undecided } from "./findings.ts";
import type { Kind } from "./kinds.ts";
import type { Effect } from "./kinds/kind-row.ts";
import { compareSchemes, compareSecurity } from "./security-changes.ts";

/** The options of `compareContracts`. */
export interface CompareOptions {
  /**
   * Who must not break: `clients` of the old contract if the server changes (the default), `servers` of the old
   * contract if the client changes, or `both`.
   */
  readonly for?: Affected | "both";
  /** Whether a program counts that was compiled with the old declaration: `wire` (the default) or `typed`. */
  readonly level?: "wire" | "typed";
  /** The day on which the change happens, to judge removals by their sunset. The default is today. */
  readonly on?: Date | string;
  /** The effect of kinds, where yours differs from that of the table. */
  readonly rules?: Partial<Readonly<Record<Kind, Effect>>>;
}

/** The result of a comparison. */
export interface Comparison {
  readonly changes: readonly Change[];
  /** How many endpoints both contracts have. */
  readonly compared: number;
  /** What nobody can tell, each with its reason. */
  readonly unknown: readonly Undecided[];
}

/**
 * Compares two contracts. Each change of a JSON Schema that breaks somebody comes with a body that one side sends and
 * the other refuses. Throws a `TypeError` for other values and other formats, and a `RangeError` for schemas that are
 * nested too deeply.
 *
 * @example
 * const { changes } = compareContracts(before, contractOf(api));
 * const breaking = changes.filter(({ effect }) => effect === "breaking");
 */
export function compareContracts(
  before: Contract,
  after: Contract,
  options: CompareOptions = {},
): Comparison {
  refuseOther(before, "first");
  refuseOther(after, "second");
  const { for: affected = "clients", level = "wire", on = new Date(), rules = {} } = options;
  const question: Question = {
    affected: affected === "both" ? ["clients", "servers"] : [affected],
    level,
    rules,
  };
  return new ContractComparison(before, after, { question, on: new Date(on) }).run();
}

function refuseOther(contract: unknown, which: string): void {
  const { format, endpoints, components } = fieldsOf(contract);
  if (typeof format === "number" && format > 1) {
    throw new TypeError(
      `compareContracts: the ${which} contract has format ${format}, and this version of bough reads format 1: update bough`,
    );
  }
  const { schemas, security } = fieldsOf(components);
  const isContract =
    format === 1 &&
    Array.isArray(endpoints) &&
    [schemas, security].every((one) => typeof one === "object");
  if (!isContract) {
    throw new TypeError(
      `compareContracts: the ${which} value is not a contract: pass what contractOf returns`,
    );
  }
}

interface Setting {
  readonly question: Question;
  readonly on: Date;
}

class ContractComparison {
  readonly #before: Contract;
  readonly #after: Contract;
  readonly #setting: Setting;
  readonly #directions: Directions;
  /** What concerns the API as a whole. */
  readonly #whole: Findings;
  readonly #all: Findings[];
  readonly #formats = new Set<string>();
  #compared = 0;
  #renamed: ReadonlyMap<string, string> = new Map();

  constructor(before: Contract, after: Contract, setting: Setting) {
    this.#before = before;
    this.#after = after;
    this.#setting = setting;
    this.#directions = {
      request: new Direction("request", before, after),
      response: new Direction("response", before, after),
    };
    this.#whole = new Findings(setting.question);
    this.#all = [this.#whole];
  }

  run(): Comparison {
    this.#server();
    this.#renamed = compareSchemes(this.#whole, this.#before, this.#after);
    const [old, young] = [byKey(this.#before.endpoints), byKey(this.#after.endpoints)];
    const moved = movedEndpoints(old, young);
    for (const [key, before] of old) {
      const after = young.get(key);
      if (after !== undefined) {
        this.#compared++;
        this.#endpoint(before, after);
      } else if (!isAnsweredByGet(before, young)) {
        const target = moved.get(before);
        const found = this.#findings(before);
        if (target === undefined) {
          addRemoval(found, before, this.#setting.on);
        } else {
          found.add("endpoint-moved", { place: "endpoint", before: key, after: target.key });
        }
      }
    }
    const targets = new Set(moved.values());
    for (const [key, after] of young) {
      if (!old.has(key) && !targets.has(after) && !isAnsweredByGet(after, old)) {
        this.#findings(after).add("endpoint-added", { place: "endpoint", after: key });
      }
    }
    return {
      changes: this.#all.flatMap(({ changes }) => changes),
      compared: this.#compared,
      unknown: this.#all.flatMap(({ undecided }) => undecided),
    };
  }

  #findings({ key, stability }: ContractEndpoint): Findings {
    const found = new Findings(this.#setting.question, key, stability === "experimental");
    this.#all.push(found);
    return found;
  }

  // Trees do not know the base path and the limits of a server.
  #server(): void {
    const [before, after] = [this.#before, this.#after];
    if ((before.limits === undefined) !== (after.limits === undefined)) {
      const side = before.limits === undefined ? "first" : "second";
      this.#whole.cannotTell(
        "server",
        `the ${side} contract knows no server, so base path and limits are not compared`,
      );
      return;
    }
    const [old, young] = [before.basePath ?? "", after.basePath ?? ""];
    if (old !== young) {
      this.#whole.add("base-path-changed", {
        place: "base path",
        before: old || "/",
        after: young || "/",
      });
    }
    compareLimits(this.#whole, before.limits, after.limits);
  }

  #endpoint(before: ContractEndpoint, after: ContractEndpoint): void {
    try {
      this.#compare(before, after);
    } catch (error) {
      // The stack is the only bound: types refer to each other in chains that no nesting shows.
      if (error instanceof RangeError) {
        const text = `compareContracts: the schemas of ${before.key} are nested too deeply to compare`;
        throw new RangeError(text, { cause: error });
      }
      throw error;
    }
  }

  #compare(before: ContractEndpoint, after: ContractEndpoint): void {
    const found = this.#findings(before);
    compareEndpoints(found, this.#directions, { before, after });
    compareSecurity(
      found,
      { endpoint: before, schemes: this.#before.components.security },
      {
        endpoint: after,
        schemes: this.#after.components.security,
        renamed: this.#renamed,
      },
    );
    this.#errors(before, after);
  }

  // All endpoints of a root have its error format, so it is compared once.
  #errors(before: ContractEndpoint, after: ContractEndpoint): void {
    const formats = JSON.stringify([
      before.errors,
      after.errors,
      before.rejections,
      after.rejections,
    ]);
    if (this.#formats.has(formats)) {
      return;
    }
    this.#formats.add(formats);
    const place = "error format";
    const [old, young] = [before, after].map(({ errors }) => errors ?? null);
    if (JSON.stringify(old) !== JSON.stringify(young)) {
      this.#whole.add("error-format-changed", { place, before: old, after: young });
    }
    if (before.rejections !== undefined && after.rejections !== undefined) {
      const contents = { place, before: before.rejections, after: after.rejections };
      compareContents(this.#whole, this.#directions.response, contents);
    } else if (
      before.rejections !== after.rejections &&
      JSON.stringify(old) === JSON.stringify(young)
    ) {
      this.#whole.add("error-format-changed", { place });
    }
  }
}

type Endpoints = ReadonlyMap<string, ContractEndpoint>;

function byKey(endpoints: readonly ContractEndpoint[]): Endpoints {
  return new Map(endpoints.map((one) => [one.key, one]));
}

// A server responds to HEAD where it responds to GET (RFC 9110 9.3.2).
function isAnsweredByGet({ method, key }: ContractEndpoint, others: Endpoints): boolean {
  return method === "HEAD" && others.has(key.replace("HEAD", "GET"));
}

// Endpoints with another address: by the operation id of a document, else by the name in the code.
function movedEndpoints(
  old: Endpoints,
  young: Endpoints,
): ReadonlyMap<ContractEndpoint, ContractEndpoint> {
  const [gone, come] = [
    [...old.values()].filter(({ key }) => !young.has(key)),
    [...young.values()].filter(({ key }) => !old.has(key)),
  ];
  const identity = ({ operationId, name }: ContractEndpoint): string =>
    operationId === undefined ? name.join("\n") : `id ${operationId}`;
  const targets = new Map(come.map((one) => [identity(one), one]));
  return new Map(
    gone.flatMap((one) => {
      const target = identity(one) === "" ? undefined : targets.get(identity(one));
      return target === undefined ? [] : [[one, target] as const];
    }),
  );
}
