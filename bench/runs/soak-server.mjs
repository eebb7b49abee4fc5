// usage: node --expose-gc bench/runs/soak-server.mjs <contestant> <port>    a server that tells its parent,
// whenever asked, its heap and handles after collecting garbage
import { appOf } from "../runner/contestants.mjs";
import { sample } from "../runner/sample.mjs";

const [, , name, port] = process.argv;
const { listen } = await import(appOf(name));
await listen(Number(port));
process.on("message", () => {
  void sample().then((taken) => process.send(taken));
});
process.on("disconnect", () => process.exit(0));
process.send("listening");
