// Endpoints as tools of the Model Context Protocol.
export { createMcp } from "./mcp/create-mcp.ts";
export { routeMcp } from "./mcp/route-mcp.ts";
export type { CreateMcpOptions, ExposedEndpoint, Mcp, McpOptions } from "./mcp/create-mcp.ts";
export type { McpResponse } from "./mcp/messages.ts";
export type { RoutedMcp } from "./mcp/route-mcp.ts";
export type { RouteMcpOptions } from "./mcp/mcp-options.ts";
