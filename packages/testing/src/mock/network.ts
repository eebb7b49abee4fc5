// A connection that is slow, breaks or hangs.

/** Resolves after some milliseconds; rejects if the signal aborts before. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await unlessAborted(passed, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when the signal aborts. */
export function never(signal: AbortSignal): Promise<never> {
  return unlessAborted(new Promise<never>(() => undefined), signal);
}

/** The result of a promise; rejects before that if the signal aborts, as `fetch` does. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(signal.reason);
    if (signal.aborted) {
      fail();
      return;
    }
    signal.addEventListener("abort", fail, { once: true });
    promise
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", fail))
      .catch(() => undefined);
  });
}

/** A response whose body breaks after some bytes. Without a body, nothing arrives. */
export async function cutAfter(response: Response, bytes: number): Promise<Response> {
  const { status, statusText, headers, body } = response;
  if (body === null) {
    throw cut();
  }
  const reader = body.getReader();
  let left = bytes;
  const shorter = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = left > 0 ? await reader.read() : { value: undefined };
        if (value === undefined) {
          await reader.cancel();
          controller.error(cut());
          return;
        }
        controller.enqueue(value.subarray(0, left));
        left -= value.byteLength;
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
  return new Response(shorter, { status, statusText, headers });
}

function cut(): TypeError {
  return new TypeError("the mock has cut the connection");
}
