// Error formats: writes the rejections below a root, and its failures, in the body that the root declares, by the
// functions of `server.rejections` and `server.errors`. It is synchronous, because hosts need the response to an
// exception at once.
import type { Codec } from "../../shared/codec/codec.ts";
import type { AnyBody } from "../../declare/body/body.ts";
import { bodyOfErrors, errorsOf, type ErrorFormatData } from "./declared.ts";
import {
  chainOf,
  rejectingRoot,
  templateOf,
  type AnyEndpoint,
  type AnyResource,
  type Placement,
  type ResourceData,
} from "../../declare/tree/placement.ts";
import { negotiate } from "../../shared/http/accept.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { isThenable } from "../../shared/internal/later.ts";
import { fieldsOf, valueAt } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import {
  withAdded,
  withFixed,
  type Answer,
  type UnwrittenFailure,
} from "../../serve/exchange/answer.ts";
import { writeHeaders } from "../../serve/response/write-headers.ts";
import { encoded, sentBy } from "../../serve/response/write-body.ts";
import { headerText, type Exchange, type AnswerContext } from "../../serve/exchange/exchange.ts";
import { HandlerError, refusedBySchema } from "../../serve/handler/handler-error.ts";
import type { RejectCall, Rejected, WrittenError } from "../../serve/handler/reject-call.ts";
import { type Rejection, rejection } from "../../serve/exchange/rejection.ts";
import { representationsOf, type Representation } from "../../serve/request/representation.ts";
import { RespondedValue, type RespondOptions } from "../../serve/handler/call.ts";
import { isResource, nodesBelow } from "../../declare/tree/nodes.ts";
import { decodePercent } from "../../shared/http/percent.ts";
import { pathOfUrl } from "../../shared/http/request-target.ts";
import { below, type BasePath } from "../../serve/options/base-path.ts";
import { RouteError } from "../../serve/routing/known-endpoints.ts";
import { rejectionAnswer } from "../../serve/response/write-failure.ts";
import type { PartSetup, ServerPart } from "../../serve/routing/part.ts";

/** The second argument of the project's function, at run time. */
interface RawRejectCall extends Omit<RejectCall, "respond"> {
  readonly respond: (body: unknown, options?: RespondOptions) => RespondedValue;
}

/** The project's function, at run time. Only the function of `errors` gets all members. */
export type RawRejectionWriter = (rejection: WrittenError, call: RawRejectCall) => unknown;

/** The rules for writing rejections. */
interface ErrorFormatRules {
  /** Names the root in errors: `rejections of /api`. */
  readonly where: string;
  readonly body: AnyBody | AnySchema;
  /** The paths of the option `errors`; `undefined` for the option `rejections`. */
  readonly errors: ErrorFormatData | undefined;
  readonly write: RawRejectionWriter;
  readonly codecs: readonly Codec[];
  readonly validateResponses: boolean;
}

/** The request of an error. */
interface Writing {
  readonly exchange: Exchange;
  readonly endpoint: AnyEndpoint | undefined;
}

/** Tells clients that an answer is a rejection and not a declared failure. The value is like `not-found`. */
const REJECTION_HEADER = "bough-rejection";

/** The error format of one root. */
export class ErrorFormat {
  readonly #rules: ErrorFormatRules;
  readonly #ways: readonly Representation[];
  readonly #mediaTypes: readonly string[];

  constructor(rules: ErrorFormatRules) {
    this.#rules = rules;
    this.#ways = representationsOf(rules.body, rules.codecs);
    this.#mediaTypes = this.#ways.map(({ mediaType = "" }) => mediaType);
  }

  /** The answer that replaces problem details; throws if the function fails or returns a wrong value. */
  answer(problem: Answer, refused: Rejection, request: Writing): Answer {
    const { status, type, title, detail, errors } = refused;
    const name = type.slice(type.lastIndexOf(":") + 1);
    const rejected: Rejected = { status, type, title, detail, errors };
    const more = { kind: "rejection", name, code: name, instance: undefined, data: undefined };
    const told = this.#rules.errors === undefined ? rejected : { ...rejected, ...more };
    const { answer } = this.#written(problem, told, request);
    return { ...answer, headers: withFixed(answer.headers, [REJECTION_HEADER, name]) };
  }

  /** The answer with a failure; throws if the function fails, or its body does not have the failure's code and data. */
  fail(from: Answer, failed: UnwrittenFailure, request: Writing): Answer {
    const { failure, data, detail, instance } = failed;
    const { name, code, title, type = "about:blank" } = failure;
    const { status } = from;
    const told = { kind: "failure", name, code, type, status, title, detail, instance, data };
    const { answer, sent } = this.#written(from, { ...told, errors: [] }, request);
    const refuse = (text: string): HandlerError =>
      new HandlerError("invalid-response", this.#rules.where, `the failure "${name}" ${text}`);
    if (answer.status !== status) {
      throw refuse(`has the status ${status}, not ${answer.status}: remove { status }`);
    }
    const { code: codeAt, data: dataAt } = this.#rules.errors ?? {};
    const found = codeAt === undefined ? code : valueAt(sent, codeAt);
    if (found !== code) {
      throw refuse(`has the code ${shown(code)}, but its body has ${shown(found)} at "${codeAt}"`);
    }
    if (dataAt !== undefined && data !== undefined && !isSame(valueAt(sent, dataAt), data)) {
      throw refuse(`has data, but its body does not have them at "${dataAt}"`);
    }
    return { ...answer, failure };
  }

  // The answer that the project's function writes, and its body before it was encoded.
  #written(from: Answer, told: Rejected, request: Writing): { answer: Answer; sent: unknown } {
    const { where, write } = this.#rules;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function of `rejections` gets fewer members
    const given = write(told as WrittenError, callOf(request));
    const responded = given instanceof RespondedValue ? given : new RespondedValue(given);
    const [first, second] = this.#ways;
    const way =
      second === undefined
        ? first
        : this.#ways[Math.max(0, negotiate(request.exchange.accept, this.#mediaTypes))];
    const sent = this.#sent(responded.value, way?.schema);
    const body = encoded(way?.codec, sent, where);
    let headers = withFixed(from.headers, ["content-type", way?.mediaType ?? ""]);
    if (second !== undefined) {
      headers = withAdded(headers, "vary", "Accept");
    }
    headers = withFixed(headers, writeHeaders({}, responded.headers, where));
    const status = this.#status(responded.status ?? told.status);
    return { answer: { status, headers, body }, sent };
  }

  #status(status: number): number {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      const text = `the function responded with status ${status}: pass one from 400 to 599`;
      throw new HandlerError("undeclared-status", this.#rules.where, text);
    }
    return status;
  }

  #sent(value: unknown, schema: AnySchema | undefined): unknown {
    const { where, validateResponses } = this.#rules;
    if (isThenable(value)) {
      Promise.resolve(value).catch(() => undefined);
      const text = "the function returned a promise: return the body itself";
      throw new HandlerError("invalid-response", where, text);
    }
    const output = schema && sentBy(schema, validateResponses);
    if (output === undefined) {
      return value;
    }
    const result = output(value);
    if (result instanceof Promise) {
      result.catch(() => undefined);
      const text = "the schema gave no result at once: use one that is synchronous";
      throw new HandlerError("invalid-response", where, text);
    }
    if (result.issues !== undefined) {
      throw refusedBySchema(where, "the body", result.issues);
    }
    return result.value;
  }
}

// The very value, or a copy: a schema copies what it validates. JSON does not write `undefined`.
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return false;
  }
  const [mine, theirs] = [fieldsOf(one), fieldsOf(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      isSame(mine[name], theirs[name]),
    )
  );
}

function callOf({ exchange, endpoint }: Writing): RawRejectCall {
  return {
    respond: (body, options) => new RespondedValue(body, options),
    endpoint,
    get request() {
      return exchange.request();
    },
    header: (name) => headerText(exchange, name.toLowerCase()),
  };
}

/** The segments of a root's path; `undefined` for a parameter. */
interface RootPath {
  readonly root: Placement;
  readonly segments: readonly (string | undefined)[];
}

/** What all formats of a server share. */
type FormatRules = Pick<ErrorFormatRules, "codecs" | "validateResponses">;

/** The option of a root that declares an error format. */
type FormatOption = "rejections" | "errors";

const DECLARED: Readonly<Record<FormatOption, string>> = {
  rejections: 'pass a root that does: rootResource("api", { rejections: type<Errors>() }, { … })',
  errors: 'pass a root that does: rootResource("api", { errors: errorFormat(…) }, { … })',
};

export class ErrorFormats {
  readonly #formats = new Map<ResourceData, ErrorFormat>();
  readonly #rules: FormatRules;
  #paths: readonly RootPath[] = [];
  #known = 0;

  constructor(rules: FormatRules) {
    this.#rules = rules;
  }

  /** Whether no function is registered. */
  get isEmpty(): boolean {
    return this.#formats.size === 0;
  }

  /** Registers the function of a root; throws `RouteError` if the root does not declare the option. */
  add(root: AnyResource, option: FormatOption, write: RawRejectionWriter): void {
    if (typeof write !== "function") {
      throw new TypeError(
        `${option}: pass a function, ${option}(api, (${option.slice(0, -1)}) => …)`,
      );
    }
    const given: object = Object(root);
    const placement = isResource(given) ? given["~resource"] : undefined;
    const { rejections, errors } = placement?.data ?? {};
    const declared = option === "errors" ? errors : rejections;
    if (placement === undefined || declared === undefined) {
      throw new RouteError(
        placement === undefined ? option : templateOf(placement),
        `declares no ${option}`,
        errors === undefined ? DECLARED[option] : "it declares errors: use server.errors",
      );
    }
    const { data } = placement;
    if (this.#formats.has(data)) {
      throw new RouteError(
        templateOf(placement),
        `has a function for its ${option} already`,
        "remove one of the two",
      );
    }
    const where = `${option} of ${templateOf(placement)}`;
    const body = bodyOfErrors(declared);
    this.#formats.set(
      data,
      new ErrorFormat({ ...this.#rules, write, where, body, errors: errors?.["~errors"] }),
    );
  }

  /** What the root of an endpoint declares without a function that writes it. */
  missing(endpoint: AnyEndpoint): FormatOption | undefined {
    const root = rejectingRoot(endpoint["~endpoint"].parent);
    return root === undefined || this.#formats.has(root)
      ? undefined
      : root.errors === undefined
        ? "rejections"
        : "errors";
  }

  /** The format at a position in the tree. */
  of(placement: Placement | undefined): ErrorFormat | undefined {
    const root = rejectingRoot(placement);
    return root && this.#formats.get(root);
  }

  /** The format of the longest root that a target starts with, else of the only root. */
  at(target: string, basePath: BasePath, roots: ReadonlySet<Placement>): ErrorFormat | undefined {
    if (this.#known !== roots.size) {
      this.#known = roots.size;
      this.#paths = pathsOf(roots);
    }
    const [path = ""] = pathOfUrl(target).split("?");
    const asked = below(path, basePath)
      ?.split("/")
      .slice(1)
      .map((segment) => decodePercent(segment) ?? segment);
    const found =
      asked &&
      this.#paths.find(
        ({ segments }) =>
          segments.length <= asked.length &&
          segments.every((segment, index) => segment === undefined || segment === asked[index]),
      );
    const [only, more] = [...roots].filter(({ parent }) => parent === undefined);
    return this.of(found?.root ?? (more === undefined ? only : undefined));
  }
}

// The longest root first.
function pathsOf(known: Iterable<Placement>): RootPath[] {
  const roots = new Set<Placement>();
  for (const top of known) {
    roots.add(chainOf(top)[0] ?? top);
    for (const { node } of nodesBelow(top.value)) {
      if (isResource(node) && node["~resource"].data.kind === "root") {
        roots.add(node["~resource"]);
      }
    }
  }
  return [...roots]
    .map((root) => ({
      root,
      segments: chainOf(root).flatMap(({ data: { kind, segment } }) =>
        segment === undefined ? [] : [kind === "dynamic" ? undefined : segment],
      ),
    }))
    .toSorted((one, other) => other.segments.length - one.segments.length);
}

/** Writes errors in the formats of roots. */
export function errorFormats(formats: ErrorFormats, setup: PartSetup): ServerPart {
  return {
    refuse: ({ endpoint }) => {
      const missing = formats.missing(endpoint);
      return (
        missing && [
          `is below a root that declares ${missing}, but no function writes them`,
          `call server.${missing}(api, (${missing.slice(0, -1)}) => …) before route`,
        ]
      );
    },
    endpoint: ({ endpoint }) =>
      errorsOf(endpoint["~endpoint"].rejections) && { writesFailures: true },
    occasional: () => (formats.isEmpty ? [] : [REJECTION_HEADER]),
    format: (answer, to) =>
      answer.unwritten === undefined
        ? formatted(answer, to, formats, setup)
        : failed(answer, to, formats, setup),
  };
}

function formatted(
  answer: Answer,
  to: AnswerContext,
  formats: ErrorFormats,
  { basePath, report, roots }: PartSetup,
): Answer {
  const { exchange, reached } = to;
  const { rejection: refused } = answer;
  if (refused === undefined || formats.isEmpty) {
    return answer;
  }
  const endpoint = reached?.endpoint;
  const format =
    endpoint === undefined
      ? formats.at(exchange.target, basePath, roots())
      : formats.of(endpoint["~endpoint"].parent);
  try {
    return format?.answer(answer, refused, { exchange, endpoint }) ?? answer;
  } catch (error) {
    report(error, to);
    return answer;
  }
}

// A failure that its root cannot write is a fault of the server, for which nothing but problem details is left.
function failed(
  answer: Answer,
  to: AnswerContext,
  formats: ErrorFormats,
  { report }: PartSetup,
): Answer {
  const { exchange, reached } = to;
  try {
    const format = reached && formats.of(reached.endpoint["~endpoint"].parent);
    if (format !== undefined && reached !== undefined && answer.unwritten !== undefined) {
      return format.fail(answer, answer.unwritten, { exchange, endpoint: reached.endpoint });
    }
  } catch (error) {
    report(error, to);
  }
  const broken = rejectionAnswer(rejection(500));
  exchange.notes?.answered(broken);
  return broken;
}
