// Endpoints as tools of the Model Context Protocol.
export { createMcp } from "./create-mcp.ts";
export { routeMcp } from "./route-mcp.ts";
export type { CreateMcpOptions, ExposedEndpoint, Mcp, McpOptions } from "./create-mcp.ts";
export type { McpResponse } from "./messages.ts";
export type { RoutedMcp } from "./route-mcp.ts";
export type { RouteMcpOptions } from "./mcp-options.ts";
