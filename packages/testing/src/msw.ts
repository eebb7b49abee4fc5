// A mock for MSW.
export { handlers } from "./mock/msw-handlers.ts";
