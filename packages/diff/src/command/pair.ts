// Two sides in one form, and what is known to be incomparable.
import { isDeepStrictEqual } from "node:util";
import type { Contract } from "bough/contract";
import type { Undecided } from "../findings.ts";
import type { Finding } from "bough-import";
import { asDocumented } from "./as-documented.ts";
import { member, valueAt } from "./json.ts";
import type { DocumentSide, Side } from "./side.ts";

/** Two contracts that can be compared. */
export interface Pair {
  readonly before: Contract;
  readonly after: Contract;
  readonly unknown: readonly Undecided[];
  /** Facts that only one side knows, in a sentence. */
  readonly notes: readonly string[];
}

/** Brings both sides into one form. */
export function pairOf(before: Side, after: Side): Pair {
  const [one, other] = [before.document, after.document];
  if (one !== undefined && other !== undefined) {
    return {
      before: withBasePath(before.contract, one),
      after: withBasePath(after.contract, other),
      unknown: [...lostIn(one, other), ...lostIn(other, one)],
      notes: [],
    };
  }
  const document = one ?? other;
  return document === undefined ? withServerFacts(before, after) : mixed(before, after, document);
}

// Trees do not know the base path and the limits of a server.
function withServerFacts(before: Side, after: Side): Pair {
  const [old, young] = [before.contract, after.contract];
  const isBoth = (old.limits === undefined) === (young.limits === undefined);
  const knowing = old.limits === undefined ? after : before;
  const bare = ({ basePath: _, limits: __, ...contract }: Contract): Contract => contract;
  return isBoth
    ? { before: old, after: young, unknown: [], notes: [] }
    : {
        before: bare(old),
        after: bare(young),
        unknown: [],
        notes: [
          `base path, limits and what else only a server knows are not compared: only ${knowing.label} has them`,
        ],
      };
}

function mixed(
  before: Side,
  after: Side,
  { read, parsed, withFiles, functions }: DocumentSide,
): Pair {
  const isFirst = before.document !== undefined;
  const [documented, declared] = isFirst ? [before, after] : [after, before];
  const version = String(member(parsed, "openapi")).startsWith("3.2") ? "3.2" : "3.1";
  const aligned = asDocumented(declared.contract, documented.contract, { ...functions, version });
  // An operation that the importer cannot declare cannot be compared.
  const unknown = functions
    .withOneFragment(read.findings)
    .filter(({ result, operation }) => result === "skipped" && operation !== undefined)
    .map((finding) => undecided(finding, withFiles));
  return {
    before: isFirst ? aligned.documented : aligned.declared,
    after: isFirst ? aligned.declared : aligned.documented,
    unknown,
    notes: [],
  };
}

function undecided(
  { operation, pointer, message }: Finding,
  withFiles: DocumentSide["withFiles"],
): Undecided {
  return {
    ...(operation === undefined ? {} : { endpoint: operation }),
    place: withFiles(`#${pointer}`),
    reason: withFiles(message),
  };
}

/** Parts that the contract of a document lacks, where the other document says something else. */
function lostIn(one: DocumentSide, other: DocumentSide): readonly Undecided[] {
  return one.read.findings
    .filter(({ pointer, result }) => {
      const [here, there] = [valueAt(one.parsed, pointer), valueAt(other.parsed, pointer)];
      // A declared operation that is new or gone is told anyway.
      return (there !== undefined || result === "skipped") && !isDeepStrictEqual(here, there);
    })
    .map((finding) => undecided(finding, one.withFiles));
}

// Clients of a document call the first of its servers.
function withBasePath(contract: Contract, { read }: DocumentSide): Contract {
  const path = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?(\/[^?#{}]*)?$/i.exec(read.servers[0] ?? "")?.[1];
  const basePath = path?.replace(/\/+$/, "");
  return basePath === undefined || basePath === "" ? contract : { ...contract, basePath };
}
