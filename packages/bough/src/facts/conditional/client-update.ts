// Changes a resource that others change too. It is an import of its own: a client that updates nothing does not bundle
// it.
import { CallError } from "../../call/call-error.ts";
import type { Client } from "../../call/create-client.ts";
import type { Result } from "../../call/result.ts";
import type { InferRequest, InferResponse, TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { UpdateSentences } from "../../shared/internal/fact-sentences.ts";
import type { NoValueFor } from "../../shared/internal/type-error.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { pause } from "../../shared/reception/received-schema.ts";
import type { AnyCallOptions } from "../../call/write-request.ts";

/** The options of `update`. */
export interface UpdateOptions {
  /** Milliseconds after which it does not begin again: 10,000. */
  readonly timeout?: number | undefined;
  /** Aborts the running call; no other one begins. */
  readonly signal?: AbortSignal | undefined;
}

/** The endpoints of `update`: a conditional GET, and a write that takes the version of its response. */
export interface UpdateEndpoints<R extends TypedEndpoint, W extends TypedEndpoint> {
  readonly read: Whole<R>;
  readonly write: WriteCheck<R, W>;
}
type Whole<E extends TypedEndpoint> = E["~position"]["open"] extends never
  ? E
  : NoValueFor<E["~position"]["open"] & string>;
type WriteCheck<R extends TypedEndpoint, W extends TypedEndpoint> =
  SeenBy<W> extends never
    ? UpdateSentences["unconditional"]
    : VersionOf<R, W> extends SeenBy<W>
      ? Whole<W>
      : UpdateSentences["unread"];
// What a write takes as `ifMatch`; `never` without `.conditional()`.
type SeenBy<W extends TypedEndpoint> = W["~definition"]["start"]["facts"] extends {
  readonly "~options": { readonly ifMatch?: infer Seen };
}
  ? NonNullable<Seen>
  : never;
type VersionOf<R extends TypedEndpoint, W extends TypedEndpoint> =
  string extends SeenBy<W>
    ? R["~definition"]["responses"] extends { readonly tagged: true }
      ? string
      : undefined
    : InferResponse<R>;

/**
 * Reads a resource, changes it and writes it, and begins again while others have changed it in between: after a random
 * wait that doubles from 20 milliseconds, until `timeout` or `signal`. Then it gives the 412: the declared failure as
 * the result, or a `RejectionError`. It throws what the calls throw, a `FailureError` for a declared failure of `read`
 * included. It does not send a write without an idempotency key again after a lost connection, because nobody knows
 * whether it was made.
 *
 * @example
 * const { find, update: save } = api.article(slug);
 * await update(client, { read: find, write: save }, (article) => ({ title: article.title.trim() }));
 */
export function update<R extends TypedEndpoint, W extends TypedEndpoint>(
  client: Client,
  endpoints: UpdateEndpoints<R, W>,
  change: (body: InferResponse<R>) => InferRequest<W> | Promise<InferRequest<W>>,
  options?: UpdateOptions,
): Promise<Result<W>>;
export async function update(
  { request }: { readonly request: unknown },
  { read, write }: { readonly read: unknown; readonly write: unknown },
  change: (body: never) => unknown,
  { timeout = 10_000, signal }: UpdateOptions = {},
): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a client are for one endpoint each
  const call = request as Request;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types allow nothing else
  const [from, to] = [read, write] as readonly [AnyEndpoint, AnyEndpoint];
  const until = Date.now() + timeout;
  for (let longest = 20; ; longest *= 2) {
    const found = await call(from, { signal });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function takes the body of this endpoint
    const body = found.bodyOrThrow() as never;
    const changed = await change(body);
    const give = await attempt(() =>
      call(to, changed, {
        ifMatch: to.conditional?.version === undefined ? found.etag : body,
        signal,
        ...(to.idempotent ? {} : { retry: 0 }),
      }),
    );
    const left = until - Date.now();
    if (!give.isChanged || left <= 0) {
      return give.result();
    }
    await pause(Math.min(longest * Math.random(), left), signal);
    if (signal?.aborted === true) {
      return give.result();
    }
  }
}

type Request = (
  endpoint: AnyEndpoint,
  ...rest: readonly [...unknown[], AnyCallOptions]
) => Promise<{
  readonly status: number;
  readonly etag: string | undefined;
  bodyOrThrow(): unknown;
}>;

// The outcome of a write: a result, or what it has thrown.
async function attempt(
  write: () => ReturnType<Request>,
): Promise<{ readonly isChanged: boolean; readonly result: () => unknown }> {
  try {
    const result = await write();
    return { isChanged: result.status === 412, result: () => result };
  } catch (error) {
    const isChanged = error instanceof CallError && "status" in error && error.status === 412;
    return {
      isChanged,
      result: () => {
        throw error;
      },
    };
  }
}
