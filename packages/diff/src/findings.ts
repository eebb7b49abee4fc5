// Collects the changes of two contracts, and decides what each of them does by its row and by what was proved.
import { isRecord } from "./record.ts";
import { KINDS, type Kind } from "./kinds.ts";
import type { Effect, Level } from "./kinds/kind-row.ts";

/** The programs that do not change: clients of a new server, or servers of a new client. */
export type Affected = "clients" | "servers";

/** One difference between two contracts. */
export interface Change {
  /** The kind, the endpoint, the place and a hash of what changed: the same in each run. */
  readonly id: string;
  /** A row of the table of kinds: `response-member-removed`. */
  readonly kind: Kind;
  readonly effect: Effect;
  readonly level: Level;
  /** `GET /v1/users/{}`; absent for the API as a whole. */
  readonly endpoint?: string;
  /** A place in words, such as response 200, application/json, and then a path into the body. */
  readonly place: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** What happens: `clients that read nick find nothing`. */
  readonly message: string;
  /** The rule, with its RFC or the failure that it causes; or why nobody can tell. */
  readonly because: string;
  readonly remedy?: string;
  /** A body or a parameter that one side sends and the other refuses. */
  readonly witness?: { readonly value: unknown; readonly accepted: "before" | "after" };
  /** Set if the endpoint was experimental before: the change is listed and never fails. */
  readonly experimental?: true;
}

/** Something that could not be compared. */
export interface Undecided {
  readonly endpoint?: string;
  readonly place: string;
  readonly reason: string;
}

/** Whether everything that a side sends is accepted. */
export type Proof =
  | { readonly result: "yes" }
  | { readonly result: "no"; readonly witness: unknown; readonly accepted: "before" | "after" }
  | { readonly result: "unknown"; readonly reason: string };

/** What was proved for each of the affected. */
export type Proofs = Partial<Readonly<Record<Affected, Proof>>>;

/** What is asked. */
export interface Question {
  readonly affected: readonly Affected[];
  readonly level: "wire" | "typed";
  readonly rules: Partial<Readonly<Record<Kind, Effect>>>;
}

/** One change, before it is judged. */
export interface Found {
  readonly place: string;
  /** What the message names. */
  readonly name?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly proofs?: Proofs;
}

const SEVERITY: readonly Effect[] = ["safe", "risk", "unknown", "breaking"];

function worst(effects: readonly Effect[]): Effect {
  return SEVERITY[Math.max(0, ...effects.map((one) => SEVERITY.indexOf(one)))] ?? "safe";
}

/** The changes of one endpoint, or of the API as a whole. */
export class Findings {
  readonly changes: Change[] = [];
  readonly undecided: Undecided[] = [];
  readonly question: Question;
  readonly #endpoint: string | undefined;
  readonly #experimental: boolean;

  constructor(question: Question, endpoint?: string, experimental = false) {
    this.question = question;
    this.#endpoint = endpoint;
    this.#experimental = experimental;
  }

  /** Adds a change; returns its effect. */
  add(kind: Kind, found: Found): Effect {
    const row = KINDS[kind];
    const { affected, level } = this.question;
    if (row.level === "typed" && level === "wire") {
      return "safe";
    }
    const { place, name, before, after, proofs = {} } = found;
    const effects = affected.map((one) => this.#effect(kind, one, proofs[one]));
    const effect = worst(effects);
    const deciding = proofs[affected[effects.indexOf(effect)] ?? "clients"];
    const shows = deciding?.result === "no" && effect !== "safe" ? deciding : undefined;
    const open =
      effect === "unknown" && deciding?.result === "unknown" ? deciding.reason : undefined;
    const key = [kind, this.#endpoint, place].filter((one) => one !== undefined).join(" ");
    this.changes.push({
      id: `${key} ${hashOf([before, after])}`,
      kind,
      effect,
      level: row.level ?? "wire",
      ...(this.#endpoint === undefined ? {} : { endpoint: this.#endpoint }),
      place,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      message: row.message.replaceAll(/\{(name|before|after)\}/g, (_, part: string) =>
        part === "name" ? (name ?? "it") : shown(part === "before" ? before : after),
      ),
      because: open ?? row.because,
      ...(row.remedy === undefined || effect === "safe" ? {} : { remedy: row.remedy }),
      ...(shows === undefined
        ? {}
        : { witness: { value: shows.witness, accepted: shows.accepted } }),
      ...(this.#experimental ? { experimental: true } : {}),
    });
    if (open !== undefined) {
      this.cannotTell(place, open);
    }
    return effect;
  }

  /** Notes what cannot be compared. */
  cannotTell(place: string, reason: string): void {
    const endpoint = this.#endpoint;
    this.undecided.push({ ...(endpoint === undefined ? {} : { endpoint }), place, reason });
  }

  #effect(kind: Kind, affected: Affected, proof: Proof | undefined): Effect {
    const { rules, level } = this.question;
    const row = KINDS[kind];
    const own =
      affected === "clients" && level === "typed" ? (row.typed ?? row.clients) : row[affected];
    const base = rules[kind] ?? own;
    if (row.proof === undefined || proof === undefined) {
      return base;
    }
    if (proof.result === "unknown") {
      return "unknown";
    }
    if (proof.result === "yes") {
      return row.proof === "also" ? base : "safe";
    }
    return rules[kind] ?? (row.proof === "also" || own === "safe" ? "breaking" : own);
  }
}

const LONGEST = 60;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Eight hex digits of a value. The order of properties and the names of components do not count. FNV-1a, 32 bits. */
function hashOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(JSON.stringify(sorted(value)) ?? "")) {
    hash = Math.imul(hash ^ unit, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return isRecord(value)
    ? Object.fromEntries(
        Object.keys(value)
          .toSorted()
          .map((name) => [name, name === "$ref" ? "" : sorted(value[name])]),
      )
    : value;
}
