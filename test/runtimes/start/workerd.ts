// A module of Cloudflare Workers. workerd itself listens, and says where.
import { unhandledSeen } from "../probe.ts";
import { serveFetch } from "./fetch-server.ts";

globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  unhandledSeen(event.reason);
});

// oxlint-disable-next-line import/no-default-export -- workerd looks for this one.
export default { fetch: serveFetch };
