// The React Router application, whose framework needs Node 22 or newer.
import { node24, walk } from "./walk.ts";

walk("react-router", { "Node 24": node24 });
