// MCP on stdin and stdout: one message in each line, responses as they come.
import type { Mcp } from "../create-mcp.ts";

/** What a call needs of its message. */
export interface CallContext {
  readonly signal: AbortSignal;
}

/** Responds to the messages of an input until it ends. A cancelled request gets no response. */
export async function serveMessages(
  mcp: Mcp<CallContext>,
  input: AsyncIterable<unknown>,
  write: (line: string) => void,
): Promise<void> {
  const running = new Map<unknown, AbortController>();
  const pending = new Set<Promise<void>>();
  const receive = async (line: string): Promise<void> => {
    const { id, method, params } = membersOf(line);
    if (method === "notifications/cancelled") {
      running.get(membersOf(params)["requestId"])?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    const { body } = await mcp.respond(line, controller);
    running.delete(id);
    if (body !== undefined && !controller.signal.aborted) {
      write(`${JSON.stringify(body)}\n`);
    }
  };
  for await (const line of linesOf(input)) {
    const done = receive(line).finally(() => pending.delete(done));
    pending.add(done);
  }
  await Promise.all(pending);
}

// A message that is not JSON is for `respond` to refuse.
function membersOf(given: unknown): Readonly<Record<string, unknown>> {
  try {
    return Object(typeof given === "string" ? JSON.parse(given) : given);
  } catch {
    return {};
  }
}

async function* linesOf(input: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    rest += chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") {
    yield rest;
  }
}
