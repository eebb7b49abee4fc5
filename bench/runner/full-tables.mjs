// The tables of bench/results/README.md, each with all figures of one result, and those of the
// contestants in bench/README.md.
import { entries as ownBundles } from "../bundles/own.mjs";
import { entries as peerBundles } from "../peers/bundles.mjs";
import { CLIENTS, COLD, ROUTERS, SERVERS, TYPES } from "./contestants.mjs";
import { lastOf } from "./results.mjs";
import { bold, conditions, doubtsOf, range, table } from "./table.mjs";

function caption(result, exact) {
  const doubts = doubtsOf(result, exact);
  const text = `${conditions(result, exact)}.`;
  return doubts.length === 0
    ? text
    : `**Preliminary, to be replaced** (${doubts.join(", ")}): ${text}`;
}

// A table of `figures[name][column]`, best first by the first column.
function byColumn(result, figures, columns, cell, better = 1) {
  const key = Object.keys(columns)[0];
  const worth = ({ [key]: { ratio, speed, cost } }) => better * (ratio ?? speed ?? cost).median;
  const rows = Object.entries(figures)
    .toSorted(([, a], [, b]) => worth(b) - worth(a))
    .map(([name, row]) => [
      bold(name, name),
      ...Object.keys(columns).map((column) => cell(row[column], column)),
    ]);
  return table(["", ...Object.values(columns)], rows);
}

const withCaption =
  (bench, make, exact = false) =>
  () => {
    const result = lastOf(bench);
    return result === undefined
      ? `No result yet: \`bench/results/${bench}.json\` is missing.`
      : `${caption(result, exact)}\n\n${make(result)}`;
  };

const server = (bench) =>
  withCaption(bench, (result) =>
    byColumn(
      result,
      result.figures.perSecond,
      {
        get: "GET, an id",
        post: "POST, validated",
        query: "GET, a query",
        large: "100 kB",
        missing: "404",
      },
      ({ ratio, cost }) => `${range(ratio)}; ${cost.median}/s`,
    ),
  );
const processor = (bench) =>
  withCaption(bench, (result) =>
    byColumn(
      result,
      result.figures.perProcessorSecond,
      {
        get: "GET, an id",
        post: "POST, validated",
        query: "GET, a query",
        large: "100 kB",
        missing: "404",
      },
      ({ ratio }) => range(ratio),
    ),
  );
const latency = (bench) =>
  withCaption(bench, (result) =>
    byColumn(
      result,
      result.figures,
      Object.fromEntries(
        ["get", "post"].flatMap((key) =>
          ["p50 half", "p99 half", "p50 full", "p99 full"].map((figure) => [
            `${key} ${figure}`,
            `${key} ${figure}`,
          ]),
        ),
      ),
      ({ ratio, cost }) => `${cost.median} (${ratio.median})`,
      -1,
    ),
  );
const speeds = (bench, columns, base) =>
  withCaption(bench, (result) =>
    byColumn(result, result.figures, columns, ({ time }, column) => {
      const over = time.median - result.figures[base][column].time.median;
      return `${time.median} (${over < 0 ? "" : "+"}${over.toFixed(1)})`;
    }),
  );
const router = (bench) =>
  withCaption(bench, ({ figures, failed }) => {
    const sizes = [...new Set(Object.values(figures).flatMap((row) => Object.keys(row)))];
    const rows = Object.entries(figures).map(([name, row]) => [
      bold(name, name),
      ...sizes.map((size) => {
        if (row[size] === undefined)
          return failed[`${name} ${size}`] === undefined ? "" : "refused";
        const { hit, miss, build } = row[size];
        return `${hit.median.toFixed(0)} / ${miss.median.toFixed(0)} / ${build.median.toFixed(1)}`;
      }),
    ]);
    return table(
      [
        "hit ns / miss ns / build ms",
        ...sizes.map((size) => `${Number(size).toLocaleString("en")} routes`),
      ],
      rows,
    );
  });
const types = (compiler) =>
  withCaption("types", ({ figures }) => {
    const rows = Object.entries(figures[compiler] ?? {});
    const sizes = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))];
    return table(
      [
        "instantiations / MiB / s",
        ...sizes.map((size) => `${Number(size).toLocaleString("en")} endpoints`),
      ],
      rows.map(([name, row]) => [
        bold(name, name),
        ...sizes.map((size) => {
          const { failed, instantiations, memoryMiB, check, fault } = row[size] ?? { failed: "" };
          if (failed !== undefined) return failed === "ETIMEDOUT" ? "over 150 s" : failed;
          const broken = fault === undefined ? "" : `, fails (${/TS\d+/.exec(fault)?.[0]})`;
          return `${(instantiations / 1000).toFixed(0)} k / ${memoryMiB} / ${check.median}${broken}`;
        }),
      ]),
    );
  });
const failures = ({ failed = {} }) =>
  Object.keys(failed)
    .map((name) => ` ${name} offers no completion any more.`)
    .join("");
const editor = withCaption(
  "editor",
  (result) =>
    `${result.size} endpoints.${failures(result)}\n\n${byColumn(
      result,
      result.figures,
      {
        first: "first completion",
        key: "completion after a key",
        edit: "completion after an edit of the declaration",
        errors: "errors after it",
      },
      ({ ratio, cost }) => `${cost.median} ms (${ratio.median})`,
      -1,
    )}`,
);
const bundle = withCaption(
  "bundle",
  ({ figures }) => {
    const size = (bytes) => (bytes === undefined ? "" : `${bytes.gzip} / ${bytes.brotli}`);
    const worth = ([, { alone, whole }]) => (whole ?? alone).brotli;
    return table(
      ["gzip / brotli", "client alone", "with validator"],
      Object.entries(figures)
        .toSorted((a, b) => worth(a) - worth(b))
        .map(([name, { alone, whole }]) => [bold(name, name), size(alone), size(whole)]),
    );
  },
  true,
);
const cold = (bench, endpoints) =>
  withCaption(bench, (result) =>
    byColumn(
      result,
      result.figures[endpoints] ?? {},
      {
        total: "total",
        processor: "processor time",
        import: "import",
        build: "register",
        first: "first answer",
        heapMiB: "heap MiB",
      },
      ({ ratio, cost }, column) =>
        column === "total" || column === "processor"
          ? `${cost.median} (${ratio.median})`
          : cost.median,
      -1,
    ),
  );
const streams = (bench) =>
  withCaption(bench, ({ figures, mebibytes }) => {
    const columns = Object.keys(Object.values(figures)[0]);
    const cell = ({ ratio, cost }) =>
      ratio === undefined ? range(cost) : `${cost.median} (${ratio.median})`;
    return `${mebibytes} MiB each way.\n\n${table(
      ["", ...columns],
      Object.entries(figures).map(([name, row]) => [
        bold(name, name),
        ...columns.map((column) => cell(row[column])),
      ]),
    )}`;
  });
const events = (bench) =>
  withCaption(bench, (result) => {
    const columns = Object.keys(Object.values(result.figures)[0]);
    return `${result.clients} clients.\n\n${byColumn(
      result,
      result.figures,
      Object.fromEntries(columns.map((column) => [column, column])),
      ({ ratio, cost }) => `${cost.median} (${ratio.median})`,
      -1,
    )}`;
  });
const soak = (bench) =>
  withCaption(
    bench,
    ({ figures }) =>
      table(
        [
          "",
          "requests",
          "heap at the end, MiB",
          "growth of the heap, MiB",
          "growth of handles",
          "growth of resident memory, MiB",
        ],
        Object.entries(figures).flatMap(([name, ways]) =>
          Object.entries(ways).map(([way, { requests, grown, samples }]) => [
            bold(name, `${name} ${way}`),
            requests.toLocaleString("en"),
            samples.at(-1).heapMiB,
            grown.heapMiB,
            grown.handles,
            grown.residentMiB,
          ]),
        ),
      ),
    true,
  );
const contestants = (all) => () =>
  table(
    ["contestant", "does", "leaves out"],
    Object.entries(all)
      .filter(([, { does }]) => does !== undefined)
      .map(([name, { does, leavesOut }]) => [
        bold(name, `\`${name}\``),
        does,
        leavesOut || "nothing",
      ]),
  );

const requests = {
  get: "GET, an id",
  post: "POST, validated",
  query: "GET, a query",
  large: "100 kB",
  missing: "404",
};
const calls = { get: "GET, an id", post: "POST", query: "GET, a query" };
/** By name in the pages; each is a function that returns Markdown. */
export const fullTables = {
  "server contestants": contestants(SERVERS),
  "client contestants": contestants(CLIENTS),
  "router contestants": contestants(ROUTERS),
  "cold contestants": contestants(COLD),
  "type contestants": contestants(TYPES),
  "bundle contestants": contestants({ ...ownBundles, ...peerBundles }),
  "types 5.9": types("5.9"),
  "types 7": types("7"),
  "types 7-single": types("7-single"),
  editor,
  bundle,
};
for (const node of ["node20", "node24"]) {
  Object.assign(fullTables, {
    [`server ${node}`]: server(`server-${node}`),
    [`processor ${node}`]: processor(`server-${node}`),
    [`latency ${node}`]: latency(`latency-${node}`),
    [`in-process ${node}`]: speeds(`in-process-${node}`, requests, "floor"),
    [`client ${node}`]: speeds(`client-${node}`, calls, "bare"),
    [`router ${node}`]: router(`router-${node}`),
    [`cold 4 ${node}`]: cold(`cold-${node}`, 4),
    [`cold 1000 ${node}`]: cold(`cold-${node}`, 1000),
    [`streams ${node}`]: streams(`streams-${node}`),
    [`events ${node}`]: events(`events-${node}`),
    [`soak ${node}`]: soak(`soak-${node}`),
  });
}
