type Packages = Readonly<
  Record<string, { readonly version?: string; readonly optional?: boolean }>
>;

/** Says why packages have to be installed; `undefined` if nothing is missing. */
export function reasonFor(
  wanted: Packages,
  installed: Packages | undefined,
  paths: readonly string[],
): string | undefined;
