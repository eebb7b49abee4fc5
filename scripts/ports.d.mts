export function wantedPort(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string;
export function freePortFrom(wanted: string, say?: (line: string) => void): Promise<string>;
