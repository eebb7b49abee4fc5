// Starts one contestant in a process of its own: node bench/apps/serve.mjs raw 42100
const [, , name, port] = process.argv;
const { listen } = await import(`./${name}.mjs`);
await listen(Number(port));
