// Serves the application: http://127.0.0.1:3000/api/v1/notes, or on the port in PORT.
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
createApp().listen(port, "127.0.0.1", (error) => {
  // Express 5 calls back as well when it cannot listen: the port is taken.
  if (error) throw error;
  console.log(`listens on http://127.0.0.1:${port}`);
});
