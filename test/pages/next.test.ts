// The Next.js application.
import { node24, thisNode, walk } from "./walk.ts";

walk("next", { "the oldest Node": thisNode, "Node 24": node24 });
