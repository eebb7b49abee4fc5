import { server } from "../api/server.ts";
import type { Route } from "./+types/api";

export const loader = ({ request }: Route.LoaderArgs) => server.fetch(request);
export const action = loader;
