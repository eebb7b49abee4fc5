// A mock of an API, for tests and for work on a client.
export { createMock } from "./mock/create-mock.ts";
export { MockError } from "./mock/mock-error.ts";
export type { MockFault } from "./mock/mock-error.ts";
export type {
  Entities,
  EntityOf,
  IdOf,
  Mock,
  MockedCall,
  MockedResponse,
  MockOptions,
  MockSource,
  RejectionStatus,
  ReplyOptions,
  ResponseExamples,
  Times,
} from "./mock/mock.ts";
