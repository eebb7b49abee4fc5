// Starts one contestant in its own process: node bench/apps/serve.mjs raw 42100
import { appOf } from "../runner/contestants.mjs";

const [, , name, port] = process.argv;
const { listen } = await import(appOf(name));
await listen(Number(port));
