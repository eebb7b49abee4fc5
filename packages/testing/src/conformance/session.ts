// What all cases of a test share: the sender, the values, and ids that exist.
import type { AnyResource } from "bough";
import { type ContractEndpoint, inspect } from "bough/contract";
import { NotGenerated } from "../values/not-generated.ts";
import { schemaValues, type SchemaValues } from "../values/schema-values.ts";
import { Keyring } from "./credentials.ts";
import { jsonOf } from "./body-fault.ts";
import { judge, type Breach } from "./judge.ts";
import type { ConformanceOptions, Finding } from "./options.ts";
import { codeOf, curlOf, maskOf, type RawCall } from "./raw-call.ts";
import { Sender, type SeenResponse } from "./sender.ts";
import { idIn, itemsIn } from "./entity-in.ts";
import { hasEnded } from "./session-end.ts";
import type { Subject, Tested } from "./subject.ts";
import { newKey, validCalls, writtenCall, type CallValues } from "./valid-calls.ts";

const SAMPLES = 10;
const SAFE = new Set(["GET", "HEAD", "QUERY", "OPTIONS"]);

/** A call and its response. */
export interface Exchanged {
  readonly call: RawCall;
  readonly response: SeenResponse;
}

export class CaseState {
  readonly deadline: number;
  calls = 0;
  readonly refused: Map<string, number> = new Map();
  readonly notGenerated: Set<string> = new Set();
  readonly left: string[] = [];
  readonly findings: Map<string, Finding> = new Map();
  /** The call that was sent last, for the message if it gets no response. */
  lastCall: RawCall | undefined;
  /** Why the case proved nothing, if the check knows. */
  skipped: string | undefined;

  constructor(timeout: number) {
    this.deadline = Date.now() + timeout;
  }

  /** Why nothing was reached. */
  get reason(): string {
    const refused = [...this.refused].map(([status, count]) => `${status}: ${count}`).join(", ");
    return refused === ""
      ? this.calls === 0
        ? `not generated: ${[...this.notGenerated].join("; ")}`
        : "no valid call got a declared response"
      : `every valid call was refused (${refused})`;
  }

  refuse(status: number): void {
    const key = String(status);
    this.refused.set(key, (this.refused.get(key) ?? 0) + 1);
  }
}

/** The options with their defaults, and what is made of them once. */
export class Session {
  readonly subject: Subject;
  readonly options: ConformanceOptions;
  readonly seed: number;
  readonly runs: number;
  readonly timeout: number;
  readonly writes: boolean;
  readonly strict: boolean;
  /** The URL before the paths of endpoints. */
  readonly base: string;
  readonly basePath: string;
  readonly keyring: Keyring;
  /** Declared responses and failures that came: `GET /v1/users 200`. */
  readonly met: Set<string> = new Set();
  /** Responses that came and that nobody declared. */
  readonly undeclared: Set<string> = new Set();
  /** Endpoints of which a success or a declared failure came, by their key. */
  readonly reached: Set<string> = new Set();
  /** Endpoints of which a success came, by their key. */
  readonly succeeded: Set<string> = new Set();
  /** The endpoints whose cases of valid calls ran. */
  readonly tried: Map<Tested, CaseState> = new Map();
  /** Whether a call has ended the session of the credentials. */
  isEnded = false;
  readonly #sender: Sender;
  /** The GET endpoints of resources. */
  readonly #lists: ReadonlyMap<AnyResource, Tested>;
  #values: Promise<SchemaValues> | undefined;

  constructor(subject: Subject, options: ConformanceOptions, version: string) {
    this.subject = subject;
    this.options = options;
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.runs = options.runs ?? 50;
    this.timeout = options.timeout ?? 60_000;
    this.writes = options.writes ?? false;
    this.strict = options.strict ?? false;
    const url = new URL(options.baseUrl);
    this.base = `${url.origin}${url.pathname.replace(/\/$/, "")}${subject.contract.basePath ?? ""}`;
    this.basePath = new URL(this.base).pathname.replace(/\/$/, "");
    const lists = subject.endpoints.filter(
      ({ declared }) => declared.method === "GET" && declared.subpath === "",
    );
    this.#lists = new Map(lists.map((one) => [one.declared.resource, one]));
    this.keyring = new Keyring(options.credentials ?? {}, subject.contract.components.security);
    this.#sender = new Sender({
      fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
      callTimeout: options.callTimeout ?? 10_000,
      host: url.hostname,
      version,
    });
  }

  /** The endpoints whose valid calls ran, and of which no call succeeded. */
  unreached(): readonly {
    readonly name: string;
    readonly key: string;
    readonly call: RawCall;
    readonly reason: string;
  }[] {
    return [...this.tried]
      .filter(([{ described }]) => !this.succeeded.has(described.key))
      .map(([{ name, described }, { lastCall, reason, refused }]) => {
        const { key, method } = described;
        const [, path = ""] = key.split(" ");
        const isOver = this.isEnded && refused.has("401");
        const ended = isOver ? "; the session has ended: pass its credential as a function" : "";
        return {
          name,
          key,
          call: lastCall ?? { method, url: new URL(`${this.base}${path}`), headers: {} },
          reason: `${reason}${ended}`,
        };
      });
  }

  /** The path of a URL as the tree has it. */
  pathOf({ pathname }: URL): string {
    return pathname.slice(this.basePath.length);
  }

  /** Values that programs often do not expect. fast-check loads when the first case runs. */
  values(): Promise<SchemaValues> {
    const { schemas: components } = this.subject.contract.components;
    return (this.#values ??= schemaValues({ components, style: "odd" }));
  }

  /** Whether a method may be called. */
  isAllowed(method: string): boolean {
    return this.writes || SAFE.has(method);
  }

  async send(
    given: RawCall,
    state: CaseState,
    endpoint?: ContractEndpoint,
    { isRepeated = false }: { readonly isRepeated?: boolean } = {},
  ): Promise<SeenResponse> {
    // Another call has another key. With the same one, the server would repeat its first response.
    const hasKey = endpoint?.idempotent !== undefined && "idempotency-key" in given.headers;
    const call =
      hasKey && !isRepeated
        ? { ...given, headers: { ...given.headers, "idempotency-key": newKey() } }
        : given;
    const response = await this.#exchange(call, state, endpoint);
    // No declaration has the 304 that a row asks for.
    const isAsked = response.status === 304 && "if-none-match" in call.headers;
    if (endpoint?.method === call.method && !isAsked) {
      await this.#note(endpoint, response);
    }
    return response;
  }

  /** Sends a valid call if none has reached its endpoint: without one, a refusal of an invalid call proves nothing. */
  async reach({ described }: Tested, call: RawCall, state: CaseState): Promise<void> {
    if (!this.reached.has(described.key)) {
      await this.send(call, state, described);
    }
  }

  /** Sends a call, and sends it again with a new credential if the server refuses that of the call. */
  async #exchange(
    given: RawCall,
    state: CaseState,
    endpoint: ContractEndpoint | undefined,
  ): Promise<SeenResponse> {
    const once = async (call: RawCall): Promise<SeenResponse> => {
      state.calls++;
      state.lastCall = call;
      return this.#sender.send(call, state.deadline, endpoint !== undefined && hasStream(endpoint));
    };
    if (endpoint === undefined) {
      return once(given);
    }
    const call = this.keyring.updated(given, endpoint);
    const response = await once(call);
    const again = response.status === 401 ? await this.keyring.renewed(call, endpoint) : undefined;
    if (again === undefined) {
      return response;
    }
    this.isEnded = false;
    const second = await once(again);
    if (second.status === 401) {
      this.keyring.refuse();
    }
    return second;
  }

  async #note(endpoint: ContractEndpoint, response: SeenResponse): Promise<void> {
    const { validator } = await this.values();
    const { met } = judge(endpoint, response, validator);
    const { status } = response;
    if (met !== undefined) {
      this.met.add(`${endpoint.key} ${met}`);
      this.reached.add(endpoint.key);
      if (status < 400) {
        this.succeeded.add(endpoint.key);
        this.isEnded ||= hasEnded(endpoint, response, this.subject.contract.components.security);
      }
    } else if (status < 400 || status >= 500) {
      this.undeclared.add(`${endpoint.key} ${status}`);
    }
  }

  /** A call with the credentials of its endpoint. Throws a `NotGenerated` if one is missing. */
  authorized(call: RawCall, { described }: Tested): Promise<RawCall> {
    return this.keyring.authorized(call, described);
  }

  /** One valid call, the same for the same seed: the longest of a few, so that most optional members are there. */
  async validCall(
    tested: Tested,
    seed: number,
    ids?: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly call: RawCall; readonly values: CallValues }> {
    const values = await this.values();
    const made = validCalls(tested, values, { given: this.given(tested) });
    let longest: { readonly call: RawCall; readonly values: CallValues } | undefined;
    let count = 0;
    for (const sample of values.fc.sample(made, { seed, numRuns: 30 })) {
      const own = ids === undefined ? sample : { ...sample, ids: { ...sample.ids, ...ids } };
      const call = await writtenCall(tested, this.base, own);
      if (call !== undefined) {
        longest =
          (longest?.call.body?.length ?? -1) < (call.body?.length ?? 0)
            ? { call, values: own }
            : longest;
        count++;
      }
      if (count === SAMPLES) {
        break;
      }
    }
    if (longest === undefined) {
      throw new NotGenerated("its declaration refuses to send every value that its schemas accept");
    }
    return { ...longest, call: await this.authorized(longest.call, tested) };
  }

  given({ name }: Tested): (() => unknown) | undefined {
    return this.options.given?.[name];
  }

  finding(breach: Breach, call: RawCall): Finding {
    const { secrets } = this.keyring;
    const masked = maskOf([...secrets, ...secrets.map(encoded)], this.options.tokenName ?? "TOKEN");
    const { severity, rule, source, message } = breach;
    return {
      severity,
      rule,
      source,
      message: masked(message),
      curl: curlOf(call, masked),
      code: codeOf(call, masked),
    };
  }

  /**
   * Ids that exist for an endpoint: given ones, else those of the first item of the lists above it. Below an id that is
   * not known, none is.
   */
  async knownIds(tested: Tested, state: CaseState): Promise<Readonly<Record<string, unknown>>> {
    const path = tested.described.path ?? [];
    let ids: Readonly<Record<string, unknown>> = {};
    for (const resource of tested.resources) {
      const { kind, name } = inspect(resource);
      if (kind !== "dynamic" || name === undefined || !path.some((one) => one.name === name)) {
        continue;
      }
      const given = this.options.ids?.[name];
      const id =
        given === undefined
          ? await this.#listedId(resource, name, { ids, state })
          : typeof given === "function"
            ? given()
            : given;
      if (id === undefined) {
        break;
      }
      ids = { ...ids, [name]: id };
    }
    return ids;
  }

  /** The id of the first item of the list beside a dynamic resource. */
  async #listedId(
    resource: Tested["resources"][number],
    name: string,
    { ids, state }: { readonly ids: Readonly<Record<string, unknown>>; readonly state: CaseState },
  ): Promise<unknown> {
    const { parent } = inspect(resource);
    const list = parent && this.#lists.get(parent);
    if (list === undefined) {
      return undefined;
    }
    try {
      const { call } = await this.validCall(list, this.seed, ids);
      const response = await this.send(
        { ...call, url: withoutQuery(call.url, list) },
        state,
        list.described,
      );
      return itemsIn(jsonOf(response))
        .map((item) => idIn(item, name))
        .find((id) => id !== undefined);
    } catch (error) {
      if (error instanceof NotGenerated) {
        return undefined;
      }
      throw error;
    }
  }
}

// A filter would hide items, so only required parameters are sent.
function withoutQuery(url: URL, { described: { query = [] } }: Tested): URL {
  const bare = new URL(url);
  for (const { name, required } of query) {
    if (!required) {
      bare.searchParams.delete(name);
    }
  }
  return bare;
}

function encoded(secret: string): string {
  try {
    return btoa(secret);
  } catch {
    return "";
  }
}

function hasStream({ responses = [] }: ContractEndpoint): boolean {
  return responses.some(({ content }) =>
    content.some(
      ({ kind }) =>
        kind === "events" || kind === "json-lines" || kind === "stream" || kind === "bytes",
    ),
  );
}
