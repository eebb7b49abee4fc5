export interface Step {
  readonly name: string;
  readonly proves: string;
  readonly changes: readonly string[];
  readonly tests?: readonly string[];
  readonly commands?: readonly (readonly string[])[];
  readonly alias?: Readonly<Record<string, string>>;
  readonly installs?: readonly string[];
  readonly when?: "fresh";
}
export interface Selected {
  readonly step: Step;
  readonly runs: boolean;
  readonly because: string;
}
export const steps: readonly Step[];
export const LAST: string;
export function selected(
  changed: readonly string[] | undefined,
  options?: { isComplete?: boolean },
): readonly Selected[];
export const JOBS: readonly string[];
export function only(jobs: readonly string[]): readonly Selected[];
