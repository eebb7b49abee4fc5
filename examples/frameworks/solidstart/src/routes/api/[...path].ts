import type { APIEvent } from "@solidjs/start/server";
import { server } from "../../api/server.ts";

const handle = ({ request }: APIEvent): Promise<Response> => server.fetch(request);

export {
  handle as GET,
  handle as HEAD,
  handle as POST,
  handle as PUT,
  handle as PATCH,
  handle as DELETE,
  handle as OPTIONS,
};
