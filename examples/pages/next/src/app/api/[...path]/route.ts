// Mounts the server: it responds to everything below /api.
import { server } from "../../../api/server.ts";

const handle = (request: Request): Promise<Response> => server.fetch(request);

export { handle as GET, handle as HEAD, handle as POST, handle as DELETE, handle as OPTIONS };
