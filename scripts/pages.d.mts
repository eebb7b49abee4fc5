/** An application of examples/pages that runs. */
export interface StartedPages {
  readonly url: string;
  /** What it has written. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

export interface BuildOptions {
  /** The program that runs it; by default this process' own. */
  readonly node?: string;
  readonly port: number;
}

export interface StartOptions extends BuildOptions {
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const testedNode: string;
export function nodeFor(name: string): string;
export function pagesApplications(): string[];
export function installPages(name: string, folder: string): Promise<void>;
export function buildPages(folder: string, options: BuildOptions): Promise<void>;
export function startPages(folder: string, options: StartOptions): Promise<StartedPages>;
export function freePort(): Promise<number>;
