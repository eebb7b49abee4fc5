// The application under test, the same on every host: the contract, the rows' library, and
// endpoints for what takes time: isolation, faults and bodies.
import {
  bytes,
  dynamicResource,
  events,
  file,
  get,
  integer,
  jsonLines,
  list,
  multipart,
  oneOf,
  plainText,
  post,
  rootResource,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { form } from "bough/existing";
import type { Routes, ServerOptions } from "bough/server";
import { routeLibrary } from "../support/library-routes.ts";
import { requests, routeContract } from "./contract.ts";
import { callSettled, callStarted, errorSeen, mark, probeState, type ProbeState } from "./probe.ts";

/** What one of many calls saw, before and after it waited. */
export interface Seen {
  readonly tenant: string;
  readonly item: number;
  readonly wait: number;
  readonly tags: readonly string[];
  readonly nonce: string;
  readonly caller: string;
  /** What the host put around the call. */
  readonly stored: readonly string[];
}

/** What the server read of an upload. */
export interface Uploaded {
  readonly title: string;
  readonly files: readonly { readonly filename?: string | undefined; readonly size: number }[];
}

const PLAIN = "text/plain";

export const app = rootResource("app", {
  probe: get("probe").response<ProbeState>(),
  /** Leaves a rejection that nobody handles: that the count counts. */
  stray: post("stray"),
  tenant: dynamicResource("tenant", {
    item: dynamicResource("item", integer(), {
      see: post("see")
        .parameters({ wait: integer(), tags: list(string()) })
        .headers({ "x-caller": string(), "x-id": string() })
        .request<{ readonly nonce: string }>()
        .response<Seen>(),
    }),
  }),
  faults: staticResource("faults", {
    fault: dynamicResource("key", {
      hold: get("hold").parameters({ wait: integer() }).response<string>(),
      keep: post("keep").request<unknown>().response<string>(),
      flow: get("flow")
        .parameters({ waits: oneOf("timer", "signal") })
        .response(stream(PLAIN)),
      drink: post("drink").request(stream()).response<number>(),
    }),
    thrown: get("thrown").parameters({ after: integer() }).response(stream(PLAIN)),
    broken: get("broken").parameters({ after: integer() }).response(events<number>()),
  }),
  bodies: staticResource("bodies", {
    text: post("text").request(plainText()).response(plainText()),
    form: post("form")
      .request(form({ name: string(), age: integer().optional(), tags: list(string()) }))
      .response<unknown>(),
    upload: post("upload")
      .request(multipart({ title: string(), files: file().list() }))
      .response<Uploaded>(),
    echo: post("echo").request(stream()).response(stream("application/octet-stream")),
    length: post("length").request(stream()).response<number>(),
    lines: post("lines").request(jsonLines<number>()).response(jsonLines<number>()),
    ticks: get("ticks")
      .parameters({ to: integer(), breakAt: integer().optional() })
      .response(events<{ readonly n: number }>()),
    file: get("file").response(bytes(PLAIN)),
    made: post("made").request<number>().response(type<number>(), { status: 201 }),
  }),
});

/** The bytes of `file`, to ask ranges of. */
export const FILE_TEXT = "0123456789";

/** How long a body may be quiet before it is answered 408. */
const IDLE = 250;

/** Options of every host. */
export const options: ServerOptions = { onError: errorSeen };

const encoder = new TextEncoder();

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Routes all of it; a host adds nothing. */
export function register(routes: Routes): void {
  routeContract(routes);
  routeLibrary(routes);
  const counting = routes.around(async (_call, next) => {
    callStarted();
    try {
      return await next();
    } finally {
      callSettled();
    }
  });
  routeIsolation(routes, counting);
  routeFaults(counting);
  routeBodies(counting);
}

function routeIsolation(routes: Routes, counting: Routes): void {
  routes.route(app.probe, probeState);
  routes.route(app.stray, () => {
    void Promise.reject(new Error("stray"));
  });
  counting
    .guard(async ({ header }) => {
      await pause(Math.random() * 3);
      return { caller: header("x-caller") ?? "" };
    })
    .route(app.tenant.item.see, async ({ ids, parameters, body, caller }) => {
      const before = requests.getStore();
      await pause(parameters.wait);
      const { tenant, item } = ids;
      const { wait, tags } = parameters;
      const stored = [before, requests.getStore()].filter((id) => id !== undefined);
      return { tenant, item, wait, tags, nonce: body.nonce, caller, stored };
    });
}

function routeFaults(routes: Routes): void {
  const { fault, thrown, broken } = app.faults;
  routes.route(fault.hold, async ({ ids, parameters, signal }) => {
    mark(`begun ${ids.key}`);
    signal.addEventListener("abort", () => mark(`aborted ${ids.key}`));
    await pause(parameters.wait);
    mark(`done ${ids.key}`);
    return "held";
  });
  routes.route(
    fault.keep,
    ({ ids }) => {
      mark(`begun ${ids.key}`);
      return "kept";
    },
    { limits: { idle: IDLE } },
  );
  routes.route(fault.flow, ({ ids, parameters, signal }) =>
    flow(ids.key, parameters.waits === "signal" ? signal : undefined),
  );
  routes.route(
    fault.drink,
    async ({ ids, body }) => {
      mark(`begun ${ids.key}`);
      return countBytes(body).finally(() => mark(`ended ${ids.key}`));
    },
    { limits: { idle: IDLE } },
  );
  routes.route(thrown, async function* ({ parameters }) {
    for (let count = 0; count < parameters.after; count++) {
      yield encoder.encode("some ");
      // Each chunk on its way before the next.
      await pause(5);
    }
    throw new Error("thrown in a stream");
  });
  routes.route(broken, async function* ({ parameters }) {
    for (let count = 0; count < parameters.after; count++) {
      yield count;
      await pause(5);
    }
    throw new Error("thrown in events");
  });
}

/** Chunks until somebody leaves; with a signal it is told at once. */
async function* flow(key: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  mark(`begun ${key}`);
  const left = new Promise<void>((resolve) => {
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    for (;;) {
      yield encoder.encode("chunk ");
      await Promise.race([pause(5), left]);
    }
  } finally {
    mark(`ended ${key}`);
  }
}

async function countBytes(body: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
  }
  return size;
}

function routeBodies(routes: Routes): void {
  routes.route(app.bodies, {
    text: ({ body }) => body,
    form: ({ body }) => body,
    upload: async ({ body: { fields, files } }) => {
      const read: { filename: string | undefined; size: number }[] = [];
      for await (const part of files) {
        read.push({ filename: part.filename, size: await countBytes(part.stream) });
      }
      return { title: fields.title, files: read };
    },
    echo: ({ body }) => body,
    length: ({ body }) => countBytes(body),
    async *lines({ body }) {
      for await (const line of body) {
        yield line + 1;
      }
    },
    async *ticks({ parameters: { to, breakAt }, header }) {
      const last = header("last-event-id");
      for (let n = Number(last ?? 0) + 1; n <= to; n++) {
        if (n === breakAt && last === undefined) {
          throw new Error("the ticks break once");
        }
        yield { data: { n }, id: String(n), retry: 10 };
        await pause(2);
      }
    },
    file: () => new Blob([FILE_TEXT]),
    made: ({ body, respond }) => respond(body, { status: 201 }),
  });
}
