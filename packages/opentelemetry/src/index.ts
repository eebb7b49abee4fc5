export { openTelemetry } from "./open-telemetry.ts";
export type { OpenTelemetryOptions } from "./open-telemetry.ts";
export { openTelemetryClient } from "./open-telemetry-client.ts";
export type { OpenTelemetryClientOptions } from "./open-telemetry-client.ts";
