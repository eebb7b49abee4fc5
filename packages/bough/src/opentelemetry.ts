export { openTelemetry } from "./opentelemetry/open-telemetry.ts";
export type { OpenTelemetryOptions } from "./opentelemetry/open-telemetry.ts";
export { openTelemetryClient } from "./opentelemetry/open-telemetry-client.ts";
export type { OpenTelemetryClientOptions } from "./opentelemetry/open-telemetry-client.ts";
