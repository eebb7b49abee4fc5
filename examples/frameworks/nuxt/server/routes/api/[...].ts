import { toListener } from "bough/node";
import { server } from "../../bough/server.ts";

const listener = toListener(server);

// With the third parameter, h3 waits until the response is complete.
export default fromNodeMiddleware((request, response, _next) => listener(request, response));
