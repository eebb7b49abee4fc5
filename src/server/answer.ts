// An answer as a value: what an edge writes, whatever the edge is.

/** An answer, ready to be written. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn; a name may stand several times. */
  readonly headers: readonly string[];
  /** Text is UTF-8; `undefined` for no content. */
  readonly body: string | Uint8Array | undefined;
}

/** The value of a header of an answer; `undefined` if it has none. */
export function headerOf(answer: Answer, name: string): string | undefined {
  const { headers } = answer;
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === name) {
      return headers[index + 1];
    }
  }
  return undefined;
}
