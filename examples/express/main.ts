// Serves the application: http://127.0.0.1:3000/api/v1/notes, or on the port in PORT.
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
createApp().listen(port, "127.0.0.1", () => {
  console.log(`listens on http://127.0.0.1:${port}`);
});
