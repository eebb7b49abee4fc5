// usage: node bench/runs/serve.mjs <folder> <contestant> <port>    starts a server of streams or events,
// which publishes what its parent sends
const [, , folder, name, port] = process.argv;
const { listen, publish } = await import(`../${folder}/${name}.mjs`);
await listen(Number(port));
process.on("message", () => {
  publish(JSON.stringify({ at: Number(process.hrtime.bigint()) / 1e6 }));
});
process.on("disconnect", () => process.exit(0));
process.send?.("listening");
