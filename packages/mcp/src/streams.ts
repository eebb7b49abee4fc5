// Reads the streams of an API item by item: JSON Lines, and Server-Sent Events (HTML 9.2.5).

/** The values of a stream of JSON Lines. Leaving the loop cancels the stream. */
export async function* readJsonLines(
  body: ReadableStream<Uint8Array>,
  longest: number,
): AsyncGenerator<unknown, void, undefined> {
  for await (const line of linesOf(body, longest)) {
    if (line.trim() !== "") {
      yield JSON.parse(line);
    }
  }
}

/** The events of a stream with their names and ids. An event without data is none, nor is one that does not end. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  longest: number,
): AsyncGenerator<unknown, void, undefined> {
  let fields = new Map<string, string>();
  let length = 0;
  for await (const line of linesOf(body, longest)) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (line === "") {
      const { data, event, id } = Object.fromEntries(fields);
      if (data !== undefined) {
        yield { data: valueOf(data), ...(event && { event }), ...(id && { id }) };
      }
      fields = new Map();
      length = 0;
    } else if (name === "data" && fields.has(name)) {
      fields.set(name, `${fields.get(name)}\n${value}`);
    } else if (name !== "id" || !value.includes("\0")) {
      fields.set(name, value);
    }
    length += name === "" ? 0 : line.length;
    refuseAbove(longest, length);
  }
}

function valueOf(data: string): unknown {
  try {
    return JSON.parse(data) ?? data;
  } catch {
    return data;
  }
}

// Lines end with LF, CRLF or CR. What a decoder does not know, it replaces.
async function* linesOf(
  body: ReadableStream<Uint8Array>,
  longest: number,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  let isAfterReturn = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = decoder.decode(value, { stream: !done });
      const [first = "", ...others] = text
        .slice(isAfterReturn && text.startsWith("\n") ? 1 : 0)
        .split(/\r\n|[\r\n]/);
      isAfterReturn = text === "" ? isAfterReturn : text.endsWith("\r");
      rest += first;
      refuseAbove(longest, rest.length);
      for (const next of others) {
        yield rest;
        rest = next;
      }
      if (done) {
        break;
      }
    }
    if (rest !== "") {
      yield rest;
    }
  } finally {
    // If the stream has failed, this rejects with the error that is already thrown.
    await reader.cancel().catch(() => undefined);
  }
}

function refuseAbove(longest: number, length: number): void {
  if (length > longest) {
    throw new RangeError(`must not be longer than ${longest} characters`);
  }
}
