// Starts the app on a port.
import { createApp } from "./app.ts";

const app = createApp();
const url = await app.listen({ port: Number(process.env["PORT"] ?? "3000") });
console.log(`The app listens on ${url}. Try it:

curl -i -H 'authorization: Bearer open-sesame' ${url}/v1/notes
curl -i ${url}/v1/notes
curl -i ${url}/health

Ctrl-C ends it.`);
process.once("SIGINT", () => void app.close());
