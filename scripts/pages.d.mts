/** An application of examples/pages that runs. */
export interface StartedPages {
  readonly url: string;
  /** What it has written. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  /** The program that runs it; by default this process' own. */
  readonly node?: string;
  readonly preload?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export function pagesApplications(): string[];
export function installPages(name: string, folder: string): Promise<void>;
export function buildPages(folder: string, node?: string): Promise<void>;
export function startPages(folder: string, options?: StartOptions): Promise<StartedPages>;
