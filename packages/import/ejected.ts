/** Where the API is, and what goes along with every call. */
export interface Api {
  /** The URL before the paths, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** Sends requests; default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Sent with every request: `{ authorization: "Bearer …" }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters of every request, such as an API key. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Thrown for a response that the API doesn't declare: a 500, or a 400 for a wrong request. */
export class UnexpectedResponse extends Error {
  override readonly name = "UnexpectedResponse";

  constructor(
    readonly request: Request,
    readonly response: Response,
    /** The body as text. */
    readonly body: string,
  ) {
    super(`${request.method} ${request.url}: ${response.status} ${body.slice(0, 200)}`);
  }
}

/** A problem of RFC 9457, in which most failures are sent. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
}

/** A declared response. */
export interface Success<Status extends number, Body> {
  readonly ok: true;
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Body;
}

/** A declared failure. */
export interface Failure<Name extends string, Status extends number, Body> {
  readonly ok: false;
  readonly failure: Name;
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Body;
}

/** How bytes are read or written. */
type Kind = "json" | "lines" | "text" | "form" | "parts" | "bytes" | "stream";
/** How a value is written in a query, a form or a multipart body, if that differs from `name=value`. */
interface Style {
  /** Between the elements of a list, or after the name of each. */
  readonly list?: "comma" | "space" | "pipe" | "brackets" | "indexed";
  readonly element?: Style;
  readonly members?: Styles;
  /** The members of an object have names of their own. */
  readonly spread?: true;
  /** As JSON. */
  readonly json?: true;
  /** The media type of a part, and whether there may be several parts of its name. */
  readonly type?: string;
  readonly many?: true;
}
type Styles = Readonly<Record<string, Style>>;
/** Representations by media type. */
type Content = Readonly<Record<string, Kind>>;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly styles?: Styles;
  readonly sends?: Content;
  readonly fields?: Styles;
  readonly receives: readonly (readonly [status: number | string, content: Content])[];
  readonly failures?: readonly {
    readonly name: string;
    readonly status: number | string;
    /** The type of the problem, or the code at the path `at`. */
    readonly code?: string | number;
    readonly at?: string;
    readonly content: Content;
  }[];
}

interface Input {
  readonly ids?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly cookies?: object;
  readonly body?: unknown;
  readonly mediaType?: string;
}

type Pair = readonly [name: string, value: string];

async function call<Result>(
  api: Api,
  operation: Operation,
  input: Input,
  init: RequestInit = {},
): Promise<Result> {
  const request = requestOf(api, operation, input, init);
  const response = await (api.fetch ?? fetch)(request);
  const { status, headers } = response;
  const success = operation.receives.find(([one]) => includes(one, status));
  if (success !== undefined) {
    return { ok: true, status, headers, body: await read(response, success[1]) } as Result;
  }
  const text = await response.text();
  const failure = (operation.failures ?? [])
    .filter((one) => includes(one.status, status))
    .find(({ at, code }) => at === undefined || code === undefined || valueAt(text, at) === code);
  if (failure === undefined) {
    throw new UnexpectedResponse(request, response, text);
  }
  const body = await read(new Response(text || null, { headers }), failure.content);
  return { ok: false, failure: failure.name, status, headers, body } as Result;
}

function requestOf(api: Api, operation: Operation, input: Input, init: RequestInit): Request {
  const path = operation.path.replace(/\{([^}*]*)\*?\}/g, (_, name: string) =>
    [Reflect.get(input.ids ?? {}, name)].flat().map(idText).join("/"),
  );
  const search = written([...pairs(input.query, operation.styles), ...pairs(api.query)]);
  const headers = new Headers({ ...api.headers, accept: accepted(operation, input) });
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    if (value !== undefined) headers.set(name, [value].flat().map(textOf).join(","));
  }
  const cookies = pairs(input.cookies).map(([name, value]) => `${name}=${value}`);
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  const [mediaType, kind] = sent(operation, input);
  const body = kind && bodyOf(kind, input.body, operation.fields);
  // `FormData` has a boundary, which only `Request` knows.
  if (kind !== undefined && kind !== "parts") headers.set("content-type", mediaType);
  const url = `${api.baseUrl.replace(/\/$/, "")}${path}${search && `?${search}`}`;
  const duplex = body instanceof ReadableStream ? { duplex: "half" } : {};
  return new Request(url, {
    ...init,
    method: operation.method,
    headers,
    body: body ?? null,
    ...duplex,
  });
}

function accepted({ receives }: Operation, { headers }: Input): string {
  const named: unknown = Reflect.get(headers ?? {}, "accept");
  if (typeof named === "string") return named;
  const types = receives.flatMap(([, content]) => Object.keys(content));
  return [...new Set([...types, "application/problem+json", "*/*;q=0.1"])].join(", ");
}

function sent({ sends = {} }: Operation, { body, mediaType }: Input): [string, Kind | undefined] {
  if (body === undefined) return ["", undefined];
  const all = Object.entries(sends);
  return all.find(([type]) => type.split(";")[0] === mediaType) ?? all[0] ?? ["", undefined];
}

function bodyOf(kind: Kind, value: unknown, fields: Styles = {}): BodyInit {
  if (kind === "json") return JSON.stringify(value);
  if (kind === "lines") {
    return (value as readonly unknown[]).map((one) => `${JSON.stringify(one)}\n`).join("");
  }
  if (kind === "form") return written(pairs(value as object, fields));
  return kind === "parts" ? partsOf(value as object, fields) : (value as BodyInit);
}

function partsOf(value: object, fields: Styles): FormData {
  const form = new FormData();
  for (const [name, given] of Object.entries(value)) {
    const { type, many } = fields[name] ?? {};
    for (const one of type && !many ? [given] : [given as unknown].flat()) {
      if (one !== undefined) form.append(name, partOf(one, type));
    }
  }
  return form;
}

function partOf(value: unknown, type: string | undefined): Blob | string {
  if (value instanceof Blob) return value;
  if (type === undefined) return textOf(value);
  const isContent = typeof value === "string" && type.startsWith("text/");
  const content = isContent || value instanceof Uint8Array ? value : JSON.stringify(value);
  return new Blob([content as BlobPart], { type });
}

async function read(response: Response, content: Content): Promise<unknown> {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  const essence = type.trim().toLowerCase();
  const found = Object.entries(content).find(([one]) => one.split(";")[0] === essence);
  const kind = found?.[1] ?? Object.values(content)[0];
  if (kind === undefined || response.body === null) return undefined;
  if (kind === "json") return response.json();
  if (kind === "text") return response.text();
  return kind === "bytes" ? new Uint8Array(await response.arrayBuffer()) : response.body;
}

/** The pairs of a query or form; their values are encoded. */
function pairs(values: object = {}, styles: Styles = {}): Pair[] {
  return Object.entries(values).flatMap(([name, value]) => pairsOf(name, value, styles[name]));
}

function pairsOf(name: string, value: unknown, style: Style = {}): Pair[] {
  if (value === undefined) return [];
  if (style.json) return [[name, encodeURIComponent(JSON.stringify(value))]];
  if (Array.isArray(value)) return listPairs(name, value, style);
  if (typeof value !== "object" || value === null || value instanceof Date) {
    return [[name, encodeURIComponent(textOf(value))]];
  }
  return Object.entries(value).flatMap(([member, one]) =>
    pairsOf(
      style.spread ? member : `${name}[${member}]`,
      one,
      style.members?.[member] ?? style.element,
    ),
  );
}

const BETWEEN = { comma: ",", space: "%20", pipe: "%7C" };

function listPairs(name: string, values: readonly unknown[], { list, element }: Style): Pair[] {
  if (list === "comma" || list === "space" || list === "pipe") {
    const texts = values.map((one) => encodeURIComponent(textOf(one)));
    return texts.length > 0 ? [[name, texts.join(BETWEEN[list])]] : [];
  }
  return values.flatMap((one, at) => {
    const after = list === "indexed" ? `[${at}]` : list === "brackets" ? "[]" : "";
    return pairsOf(`${name}${after}`, one, element);
  });
}

function written(of: readonly Pair[]): string {
  return of.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join("&");
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function idText(value: unknown): string {
  return encodeURIComponent(textOf(value));
}

/** Whether a declared status, such as `"4XX"`, includes one that was received. */
function includes(declared: number | string, status: number): boolean {
  if (declared === "other") return status >= 400;
  return String(status).startsWith(String(declared).replace("XX", ""));
}

function valueAt(text: string, path: string): unknown {
  try {
    const start: unknown = JSON.parse(text);
    return path.split(".").reduce<unknown>((value, name) => Object(value)[name], start);
  } catch {
    return undefined;
  }
}
