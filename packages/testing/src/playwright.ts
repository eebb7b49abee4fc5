// A mock for the pages of Playwright.
export { mockRoute } from "./mock/mock-route.ts";
export type { PageRequest, PageRoute, RoutingPage } from "./mock/mock-route.ts";
