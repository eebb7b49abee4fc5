export { BoughModule } from "./bough-module.ts";
export type { BoughModuleClass } from "./bough-module.ts";
export type { BoughOptions } from "./bough-options.ts";
export { callFrom } from "./call-from.ts";
export { Implement, implementing } from "./implement.ts";
export type { ImplementDecorator, ImplementsEndpoint, ImplementsResource } from "./implement.ts";
export type { CallOfRequest } from "./nest-run.ts";
