// Puts credentials into calls.
import type { Contract, ContractEndpoint, ContractSecurity } from "bough/contract";
import { NotGenerated } from "../values/not-generated.ts";
import type { ConformanceOptions } from "./options.ts";
import type { RawCall } from "./raw-call.ts";

type Schemes = Contract["components"]["security"];
type Given = NonNullable<ConformanceOptions["credentials"]>;
type Known = ReadonlyMap<string, string>;

/** How an endpoint is called: with which alternative of its security, or why it cannot be called. */
type Access =
  | { readonly security: ContractSecurity; readonly missing?: undefined }
  | { readonly security?: undefined; readonly missing: string };

/** The alternative whose credentials are all given. */
function accessOf({ security = [] }: ContractEndpoint, credentials: Given): Access {
  const found = security.find(
    (one) =>
      namesOf(one).length > 0 && namesOf(one).every((name) => Object.hasOwn(credentials, name)),
  );
  const open = security.find((one) => namesOf(one).length === 0);
  if (found !== undefined || open !== undefined || security.length === 0) {
    return { security: found ?? open ?? {} };
  }
  const missing = security.flatMap(namesOf).filter((name) => !Object.hasOwn(credentials, name));
  return { missing: `pass its credential: credentials: { ${JSON.stringify(missing[0])}: "…" }` };
}

/** Whether an endpoint may be called by anybody. */
export function isOpen({ security = [] }: ContractEndpoint): boolean {
  return security.length === 0 || security.some((one) => namesOf(one).length === 0);
}

function namesOf(security: ContractSecurity): readonly string[] {
  return Object.keys(security);
}

/** The credentials of a test. A function is asked when its credential is needed, and again after a 401. */
export class Keyring {
  readonly #given: Given;
  readonly #schemes: Schemes;
  #known: Known = new Map();
  /** Those that were replaced. */
  readonly #earlier: Known[] = [];
  /** Whether a new credential was refused, too: nobody is asked again. */
  #isRefused = false;

  constructor(given: Given, schemes: Schemes) {
    this.#given = given;
    this.#schemes = schemes;
  }

  /** Every credential that was in use. */
  get secrets(): readonly string[] {
    return [this.#known, ...this.#earlier].flatMap((one) => [...one.values()]);
  }

  /** Whether calls of an endpoint have a credential. */
  hasFor(endpoint: ContractEndpoint): boolean {
    return namesOf(accessOf(endpoint, this.#given).security ?? {}).length > 0;
  }

  /** A call with the credentials of its endpoint. Throws a `NotGenerated` if one is missing. */
  async authorized(call: RawCall, endpoint: ContractEndpoint): Promise<RawCall> {
    const { security, missing } = accessOf(endpoint, this.#given);
    if (missing !== undefined) {
      throw new NotGenerated(missing);
    }
    for (const name of namesOf(security).filter((one) => !this.#known.has(one))) {
      const given = this.#given[name];
      const credential = typeof given === "function" ? await given() : given;
      this.#known = new Map([...this.#known, [name, credential ?? ""]]);
    }
    return this.#with(call, security, this.#known);
  }

  /** A call with the credentials of now, if it was made with earlier ones. */
  updated(call: RawCall, endpoint: ContractEndpoint): RawCall {
    const { security = {} } = accessOf(endpoint, this.#given);
    const isEarlier = this.#earlier.some((known) => this.#has(call, security, known));
    return isEarlier ? this.#with(call, security, this.#known) : call;
  }

  /** The call with a new credential; `undefined` if it had none that may be asked for again. */
  async renewed(call: RawCall, endpoint: ContractEndpoint): Promise<RawCall | undefined> {
    const { security = {} } = accessOf(endpoint, this.#given);
    const names = namesOf(security).filter((name) => typeof this.#given[name] === "function");
    if (this.#isRefused || names.length === 0 || !this.#has(call, security, this.#known)) {
      return undefined;
    }
    this.#earlier.push(this.#known);
    this.#known = new Map([...this.#known].filter(([name]) => !names.includes(name)));
    return this.authorized(call, endpoint);
  }

  /** Notes that a new credential was refused, too. */
  refuse(): void {
    this.#isRefused = true;
  }

  #has(call: RawCall, security: ContractSecurity, known: Known): boolean {
    const { url, headers } = this.#with(call, security, known);
    return (
      url.href === call.url.href &&
      Object.entries(headers).every(([name, value]) => call.headers[name] === value)
    );
  }

  #with(call: RawCall, security: ContractSecurity, known: Known): RawCall {
    return namesOf(security).reduce((made, name) => {
      const scheme = this.#schemes[name];
      const credential = known.get(name);
      return scheme === undefined || credential === undefined
        ? made
        : withOne(made, scheme, credential);
    }, call);
  }
}

function withOne(call: RawCall, scheme: Schemes[string], credential: string): RawCall {
  const headers: Record<string, string> = { ...call.headers };
  const { type, in: place, name, scheme: kind = "bearer" } = scheme;
  if (type === "apiKey" && place === "query") {
    const url = new URL(call.url);
    url.searchParams.set(String(name), credential);
    return { ...call, url };
  }
  if (type === "apiKey" && place === "cookie") {
    const start = `${String(name)}=`;
    const others = (headers["cookie"] ?? "").split("; ").filter((one) => !one.startsWith(start));
    headers["cookie"] = [...others.filter(Boolean), `${start}${credential}`].join("; ");
  } else if (type === "apiKey") {
    headers[String(name).toLowerCase()] = credential;
  } else if (type !== "mutualTLS") {
    headers["authorization"] = authorization(String(kind), credential);
  }
  return { ...call, headers };
}

function authorization(kind: string, credential: string): string {
  switch (kind) {
    case "basic":
      return `Basic ${btoa(credential)}`;
    case "bearer":
      return `Bearer ${credential}`;
    default:
      return `${kind} ${credential}`;
  }
}
