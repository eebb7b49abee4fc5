// Parts of all tables: cells, ranges, and the conditions of a run.
const ENOUGH = 3;
const QUIET = 0.5;
const MOST_STOLEN = 0.05;

/** The name of a contestant; Bough's are bold. */
export const bold = (name, text = name) => (name.startsWith("bough") ? `**${text}**` : text);

/** A table in Markdown. */
export const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** `0.972 (0.951–1.014)`. */
export const range = ({ median, min, max }, scale = 1) =>
  min === max ? `${median * scale}` : `${median} (${min}–${max})`;

/** When, on what and under which load a result was measured. */
export function conditions({ date, node, machine, rounds, note }, exact) {
  const { processor, processors, loadAtStart, stolen } = machine;
  const taken =
    stolen === undefined || exact
      ? ""
      : `, stolen ${percent(stolen.median)}, at most ${percent(stolen.max)}`;
  const load = loadAtStart === undefined ? "" : `, other load at start ${loadAtStart}`;
  const said = note === undefined ? "" : `; ${note}`;
  return `${date.slice(0, 10)}, Node ${node}, ${processors} × ${processor}, ${rounds} round${rounds === 1 ? "" : "s"}${load}${taken}${said}`;
}

/** Reasons to measure a result again. */
export function doubtsOf({ part, rounds, machine: { loadAtStart, stolen } }, exact) {
  return [
    ...(part ? ["only a part of the bench"] : []),
    ...(rounds < ENOUGH && !exact ? [`${rounds} round${rounds === 1 ? "" : "s"}`] : []),
    ...(loadAtStart > QUIET && !exact ? ["other work on the machine"] : []),
    ...(stolen?.median > MOST_STOLEN && !exact ? ["other machines on its processors"] : []),
  ];
}

const percent = (share) => `${Number((100 * share).toFixed(1))} %`;
