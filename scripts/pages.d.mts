/** An application of examples/pages that runs. */
export interface StartedPages {
  readonly url: string;
  /** What it has written. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

export interface InstallOptions {
  /** The folder of the application; by default that in examples/pages. */
  readonly from?: string;
  /** Writes the tarball of a package; by default as it is built in the repository. */
  readonly pack?: (source: { readonly folder: string }, target: string) => Promise<void> | void;
}

export interface BuildOptions {
  /** The program that runs it; by default this process' own. */
  readonly node?: string;
  readonly port: number;
}

export interface StartOptions extends BuildOptions {
  /** What responds as soon as it is ready; by default a path of examples/pages. */
  readonly path?: string;
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const testedNode: string;
export function nodeFor(name: string): string;
export function pagesApplications(): string[];
export function installPages(name: string, folder: string, options?: InstallOptions): Promise<void>;
export function buildPages(folder: string, options: BuildOptions): Promise<void>;
export function startPages(folder: string, options: StartOptions): Promise<StartedPages>;
export function freePort(): Promise<number>;
