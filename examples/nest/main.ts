// Serves the application: http://127.0.0.1:3000/api/v1/notes, or on the port in PORT.
import { NestFactory } from "@nestjs/core";
import { AppModule } from "./app.module.ts";

const port = Number(process.env["PORT"] ?? 3000);
// Bough reads the bodies, so that it checks them after the guards.
const app = await NestFactory.create(AppModule, { bodyParser: false, logger: ["error", "warn"] });
app.setGlobalPrefix("api");
await app.listen(port, "127.0.0.1");
const url = `http://127.0.0.1:${port}`;
console.log(`The application listens on ${url}. Try it:

curl -i -H 'authorization: Bearer open-sesame' -H 'content-type: application/json' -d '{"text":"milk"}' ${url}/api/v1/notes
curl -i ${url}/api/v1/notes
curl -i ${url}/api/health

Ctrl-C ends it.`);
