import type { Config } from "@react-router/dev/config";

// A small application sends all routes with the first page, so that the browser asks for data only.
export default { routeDiscovery: { mode: "initial" } } satisfies Config;
