// The tables of docs/reference/performance.md: one per topic, with the figures that a reader compares. Every figure
// of every contestant is in bench/results/README.md.
import { lastOf } from "./results.mjs";
import { bold, doubtsOf, table } from "./table.mjs";

// Adapters alone, variants that explain another row, and validators alone.
const LEFT_OUT = new Set([
  "srvx",
  "hono-node-server",
  "fastify-by-type",
  "rou3-compiled",
  "bare-validated",
  "radix3",
  "koa-tree-router",
  "hono-reg-exp",
  "hono-trie",
  "valibot alone",
  "zod/mini alone",
  "zod alone",
  "bough, valibot",
  "orpc, minified contract",
  "orpc, zod/mini",
  "ts-rest, zod/mini",
]);

const two = (value) => value.toFixed(2);
const ratioIn = ({ ratio: { median, min, max } }) =>
  min === max ? two(median) : `${two(median)} (${two(min)}–${two(max)})`;
const microseconds = ({ time }) => two(time.median);

/**
 * A table of several results, best first by the first column. A column has a title, the name of a result,
 * a function that finds the figures by contestant in it, and a function that formats a figure.
 */
function summary(benches, columns, rank) {
  const results = Object.fromEntries(benches.map((bench) => [bench, lastOf(bench)]));
  const missing = benches.filter((bench) => results[bench] === undefined);
  if (missing.length > 0) return `No result yet: ${missing.join(", ")}.`;
  const figures = columns.map(({ bench, figuresOf }) => figuresOf(results[bench]));
  const [first] = figures;
  const place = (name) => (first[name] === undefined ? Infinity : rank(first[name]));
  const rows = [...new Set(figures.flatMap((byName) => Object.keys(byName)))]
    .filter((name) => !LEFT_OUT.has(name))
    .toSorted((a, b) => place(a) - place(b) || 0)
    .map((name) => [
      bold(name),
      ...columns.map(({ text }, at) =>
        figures[at][name] === undefined ? "" : text(figures[at][name]),
      ),
    ]);
  return `${captionOf(results)}\n\n${table(["", ...columns.map(({ title }) => title)], rows)}`;
}

function captionOf(results) {
  return Object.entries(results)
    .map(([bench, result]) => {
      const { date, node, machine, rounds } = result;
      const doubts = doubtsOf(result, rounds === 1);
      const doubted = doubts.length === 0 ? "" : `; preliminary: ${doubts.join(", ")}`;
      const count = rounds === 1 ? "1 round" : `${rounds} rounds`;
      const topic = bench.replace(/-node\d+$/, "");
      return `${topic}: Node ${node.slice(1)}, ${machine.processors} × ${machine.processor}, ${count}, ${date.slice(0, 10)}${doubted}.`;
    })
    .join(" ");
}

const ascending = (valueOf) => (figure) => valueOf(figure).median;
const descending = (valueOf) => (figure) => -valueOf(figure).median;

const column = (title, bench, figuresOf, text) => ({ title, bench, figuresOf, text });
const figuresIn = ({ figures }) => figures;
const perSecondIn = ({ figures }) => figures.perSecond;

const servers = () =>
  summary(
    ["server-node20", "latency-node20", "in-process-node20"],
    [
      column("GET", "server-node20", perSecondIn, ({ get }) => ratioIn(get)),
      column("POST", "server-node20", perSecondIn, ({ post }) => ratioIn(post)),
      column("GET, a query", "server-node20", perSecondIn, ({ query }) => ratioIn(query)),
      column("latency, µs", "latency-node20", figuresIn, (figure) =>
        figure["get p50 half"].cost.median.toString(),
      ),
      column("GET in process, µs", "in-process-node20", figuresIn, ({ get }) => microseconds(get)),
      column("POST in process, µs", "in-process-node20", figuresIn, ({ post }) =>
        microseconds(post),
      ),
    ],
    descending(({ get }) => get.ratio),
  );

const router = () => {
  const cell = (size) => (figure) =>
    figure[size] === undefined
      ? "—"
      : `${figure[size].hit.median.toFixed(0)} / ${figure[size].miss.median.toFixed(0)} / ${figure[size].build.median.toFixed(1)}`;
  const bench = "router-node20";
  return summary(
    [bench],
    ["10", "100", "1000", "10000"].map((size) =>
      column(`${Number(size).toLocaleString("en")} routes`, bench, figuresIn, cell(size)),
    ),
    ({ 1000: figure }) => figure?.hit.median ?? Infinity,
  );
};

const calls = () =>
  summary(
    ["client-node20", "client-node24"],
    [
      column("GET", "client-node20", figuresIn, ({ get }) => microseconds(get)),
      column("POST", "client-node20", figuresIn, ({ post }) => microseconds(post)),
      column("GET, Node 24", "client-node24", figuresIn, ({ get }) => microseconds(get)),
      column("POST, Node 24", "client-node24", figuresIn, ({ post }) => microseconds(post)),
    ],
    ascending(({ get }) => get.time),
  );

const types = () => {
  const seconds = ({ 1000: { failed, check, ratio, fault } }) =>
    failed ?? `${check.median} (${two(ratio.median)})${fault === undefined ? "" : ", fails"}`;
  const milliseconds = ({ cost, ratio }) => `${cost.median} (${two(ratio.median)})`;
  const of = (compiler) => (result) => result.figures[compiler];
  return summary(
    ["types", "editor"],
    [
      column(
        "instantiations",
        "types",
        of("5.9"),
        ({ 1000: { instantiations } }) => `${(instantiations / 1000).toFixed(0)} k`,
      ),
      column("5.9, s", "types", of("5.9"), seconds),
      column("7, s", "types", of("7"), seconds),
      column("completion, ms", "editor", figuresIn, ({ key }) => milliseconds(key)),
      column("errors, ms", "editor", figuresIn, ({ errors }) => milliseconds(errors)),
    ],
    ({ 1000: { instantiations } }) => instantiations,
  );
};

const bundle = () => {
  const size = (key) => (figure) =>
    figure[key] === undefined ? "" : `${figure[key].gzip} / ${figure[key].brotli}`;
  return summary(
    ["bundle"],
    [
      column("client alone", "bundle", figuresIn, size("alone")),
      column("with validator", "bundle", figuresIn, size("whole")),
    ],
    ({ alone, whole }) => (alone ?? whole).gzip,
  );
};

const cold = () => {
  const of = (endpoints) => (result) => result.figures[endpoints];
  const milliseconds = ({ total: { cost, ratio } }) =>
    `${cost.median.toFixed(0)} (${two(ratio.median)})`;
  return summary(
    ["cold-node20", "cold-node24"],
    [
      column("4 endpoints", "cold-node20", of(4), milliseconds),
      column("1,000 endpoints", "cold-node20", of(1000), milliseconds),
      column("4, Node 24", "cold-node24", of(4), milliseconds),
      column("1,000, Node 24", "cold-node24", of(1000), milliseconds),
    ],
    ascending(({ total }) => total.ratio),
  );
};

const streaming = () => {
  const withRatio =
    (key) =>
    ({ [key]: { cost, ratio } }) =>
      `${cost.median} (${two(ratio.median)})`;
  const streams = "streams-node20";
  const events = "events-node20";
  return summary(
    [events, streams],
    [
      column(
        "event to the last client, ms",
        events,
        figuresIn,
        withRatio("to the last client, ms"),
      ),
      column("KiB per client", events, figuresIn, withRatio("resident KiB a client")),
      column("download, MiB/s", streams, figuresIn, withRatio("down MiB/s")),
      column("upload, MiB/s", streams, figuresIn, withRatio("up MiB/s")),
      column(
        "growth of memory, MiB",
        streams,
        figuresIn,
        (figure) =>
          `${figure["down growth MiB"].cost.median} down, ${figure["up growth MiB"].cost.median} up`,
      ),
    ],
    (figure) => figure["to the last client, ms"].cost.median,
  );
};

const validation = () => {
  const nanoseconds = (figure) =>
    figure === undefined ? "" : `${figure.cost.median} (${two(figure.ratio.median)})`;
  return summary(
    ["validation"],
    [
      column("the page, ns", "validation", figuresIn, ({ page }) => nanoseconds(page)),
      column("with undeclared members, ns", "validation", figuresIn, ({ more }) =>
        nanoseconds(more),
      ),
    ],
    ascending(({ page }) => page.cost),
  );
};

const security = () =>
  summary(
    ["security"],
    [
      column("right token, µs", "security", figuresIn, ({ accepted }) => microseconds(accepted)),
      column("wrong token, µs", "security", figuresIn, ({ refused }) => microseconds(refused)),
    ],
    ascending(({ accepted }) => accepted.time),
  );

/** By name in docs/reference/performance.md; each is a function that returns Markdown. */
export const summaryTables = {
  servers,
  router,
  calls,
  "types and editor": types,
  "browser bundle": bundle,
  "cold start": cold,
  streaming,
  validation,
  security,
};
