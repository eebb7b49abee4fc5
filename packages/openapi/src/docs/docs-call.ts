// What the files of a docs page need of a call.

/** A request for a file. */
export interface DocsCall {
  readonly header: (name: string) => string | undefined;
  readonly respond: (
    body: Uint8Array | undefined,
    options: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  ) => unknown;
}
