// The API of test/hosts/workers.test.ts, for both sides of a worker.
import { get, post, rootResource, stream } from "bough";

export const api = rootResource("v1", {
  echo: post("echo").request<string>().response<string>(),
  copy: post("copy").request(stream()).response(stream()),
  slow: get("slow").response<string>(),
});
