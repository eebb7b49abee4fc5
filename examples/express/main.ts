// Serves the application: http://127.0.0.1:3000/api/v1/notes, or on the port in PORT.
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
createApp().listen(port, "127.0.0.1", (error) => {
  // Express 5 also calls back with an error if it cannot listen, for example on a used port.
  if (error) throw error;
  const url = `http://127.0.0.1:${port}`;
  console.log(`The application listens on ${url}. Try it:

curl -i -H 'authorization: Bearer open-sesame' -H 'content-type: application/json' -d '{"text":"milk"}' ${url}/api/v1/notes
curl -i ${url}/api/v1/notes
curl -i ${url}/health

Ctrl-C ends it.`);
});
