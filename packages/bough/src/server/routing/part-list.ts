// The parts of one server in their order, and what they do together.
import type { Codec } from "../../codec/codec.ts";
import type { BodyKind } from "../../declaration/body/body.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { Answer } from "../exchange/answer.ts";
import type { AnswerContext } from "../exchange/answer-context.ts";
import { varies } from "../request/decode-request.ts";
import type { ServerBody } from "../response/body-writer.ts";
import type { GivenHeaders } from "../response/response-plan.ts";
import type { ServerCall } from "../call/call.ts";
import type { EndpointNames, EndpointPart, PartRoute, ServerPart, TypeSchemas } from "./part.ts";

/** What the parts do for the requests to one endpoint. */
export interface EndpointParts {
  readonly credentials: readonly NonNullable<EndpointPart["credentials"]>[];
  readonly heads: readonly NonNullable<EndpointPart["head"]>[];
  readonly received: readonly NonNullable<EndpointPart["received"]>[];
  readonly admitted: readonly NonNullable<EndpointPart["admitted"]>[];
  /** `undefined` if no part runs around the handler. */
  readonly run: EndpointPart["run"] | undefined;
  readonly contents: readonly NonNullable<EndpointPart["content"]>[];
  readonly given: GivenHeaders | undefined;
  readonly storages: readonly NonNullable<EndpointPart["storage"]>[];
  readonly added: readonly NonNullable<EndpointPart["headers"]>[];
  readonly writesFailures: boolean;
}

/** The parts of one server. */
export class PartList {
  readonly all: readonly ServerPart[];
  readonly arounds: readonly NonNullable<ServerPart["around"]>[];
  // Each registration calls these, so the parts without them are left out.
  readonly refusals: readonly NonNullable<ServerPart["refuse"]>[];
  readonly served: readonly NonNullable<ServerPart["served"]>[];
  readonly warnings: readonly NonNullable<ServerPart["warn"]>[];
  /** The schemas of bodies that are declared by their type; `undefined` if no part has them. */
  readonly types: TypeSchemas | undefined;
  /** How bodies are read and written, by their kind. */
  readonly bodies: Readonly<Partial<Record<BodyKind, ServerBody>>>;
  readonly #formats: readonly NonNullable<ServerPart["format"]>[];
  readonly #headers: readonly NonNullable<ServerPart["headers"]>[];

  constructor(all: readonly ServerPart[]) {
    this.all = all;
    this.arounds = all.flatMap(({ around }) => around ?? []);
    this.refusals = all.flatMap(({ refuse }) => refuse ?? []);
    this.served = all.flatMap(({ served }) => served ?? []);
    this.warnings = all.flatMap(({ warn }) => warn ?? []);
    this.types = all.find(({ types }) => types !== undefined)?.types;
    this.bodies = Object.assign({}, ...all.map(({ bodies }) => bodies));
    this.#formats = all.flatMap(({ format }) => format ?? []);
    this.#headers = all.flatMap(({ headers }) => headers ?? []);
  }

  /** Passes an answer through all parts. */
  passed(answer: Answer, to: AnswerContext): Answer {
    const isError = answer.rejection !== undefined || answer.unwritten !== undefined;
    const formatted = isError ? this.formatted(answer, to) : answer;
    if (this.#headers.length === 0) {
      return formatted;
    }
    const headers = this.#headers.reduce(
      (before, add) => add(before, to, false),
      formatted.headers,
    );
    return { ...formatted, headers };
  }

  /** A rejection or failure in the format of its root, without the headers that parts add. */
  formatted(answer: Answer, to: AnswerContext): Answer {
    let passed = answer;
    for (const format of this.#formats) {
      passed = format(passed, to);
    }
    return passed;
  }

  /** The headers for an answer that the host writes. */
  headersOf(to: AnswerContext): readonly string[] {
    return this.#headers.reduce<readonly string[]>((before, add) => add(before, to, true), []);
  }

  /** What all parts read and write for an endpoint. */
  namesOf(endpoint: AnyEndpoint): EndpointNames {
    const all = this.all.flatMap(({ names }) => names?.(endpoint) ?? []);
    return {
      reads: all.flatMap(({ reads = [] }) => reads),
      writes: all.flatMap(({ writes = [] }) => writes),
      varies: all.flatMap((one) => one.varies ?? []),
      secrets: all.flatMap(({ secrets = [] }) => secrets),
    };
  }

  /** What the parts do for the requests to an endpoint. */
  endpoint(route: PartRoute): EndpointParts {
    const all = this.all.flatMap((part) => part.endpoint?.(route) ?? []);
    return {
      credentials: all.flatMap(({ credentials }) => credentials ?? []),
      heads: all.flatMap(({ head }) => head ?? []),
      received: all.flatMap(({ received }) => received ?? []),
      given: joined(all.flatMap(({ given }) => given ?? [])),
      admitted: all.flatMap(({ admitted }) => admitted ?? []),
      run: nested(all.flatMap(({ run }) => run ?? [])),
      contents: all.flatMap(({ content }) => content ?? []),
      storages: all.flatMap(({ storage }) => storage ?? []),
      added: all.flatMap(({ headers }) => headers ?? []),
      writesFailures: all.some(({ writesFailures }) => writesFailures === true),
    };
  }

  /** The headers that parts write into some answers of any endpoint. */
  occasional(): readonly string[] {
    return this.all.flatMap(({ occasional }) => occasional?.() ?? []);
  }

  /** The names in `Vary` of every answer of an endpoint. */
  variesBy(endpoint: AnyEndpoint, codecs: readonly Codec[]): readonly string[] {
    const accept = varies(endpoint, codecs) ? ["Accept"] : [];
    return [...new Set([...accept, ...this.namesOf(endpoint).varies])];
  }
}

// Each one gets the headers of those before it.
function joined([first, ...more]: readonly GivenHeaders[]): GivenHeaders | undefined {
  return first === undefined || more.length === 0
    ? first
    : (options, of) =>
        more.reduce((headers, given) => given({ ...options, headers }, of), first(options, of));
}

// The first one is outermost.
function nested(
  runs: readonly NonNullable<EndpointPart["run"]>[],
): EndpointPart["run"] | undefined {
  return runs.reduceRight<EndpointPart["run"] | undefined>(
    (inner, run) =>
      inner === undefined
        ? run
        : (call: ServerCall, handle) => run(call, () => inner(call, handle)),
    undefined,
  );
}
