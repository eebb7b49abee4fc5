// Checks every contestant before the measurements: status, media type and body of each response, and the
// refusal of a wrong body and a wrong query. A wrong response ends the bench.
import { isDeepStrictEqual } from "node:util";
import { REFUSED, REQUESTS } from "../apps/shared.mjs";

/** The path of a request for a contestant. Only tRPC's differ. */
export const pathOf = (app, key) => app.paths?.[key] ?? { ...REQUESTS, ...REFUSED }[key].path;

/** The `init` of a request. */
export function initOf({ method, body }) {
  return body === undefined
    ? { method }
    : { method, body, headers: { "content-type": "application/json" } };
}

/** Sends all requests with `send(path, init)`, which resolves to a Response. */
export async function checkServer(name, app, send) {
  for (const [key, request] of Object.entries(REQUESTS)) {
    const response = await send(pathOf(app, key), initOf(request));
    const text = await response.text();
    const status = app.statuses?.[key] ?? request.status;
    if (response.status !== status)
      fault(name, key, `status ${response.status}, not ${status}`, text);
    if (request.answer === undefined) continue;
    if (!response.headers.get("content-type")?.startsWith("application/json")) {
      fault(name, key, `media type ${response.headers.get("content-type")}`, text);
    }
    const value = JSON.parse(text);
    const read = app.read === undefined ? value : app.read(value);
    if (!isDeepStrictEqual(read, request.answer)) fault(name, key, "another body", text);
  }
  for (const [key, request] of Object.entries(REFUSED)) {
    const response = await send(pathOf(app, key), initOf(request));
    const text = await response.text();
    if (response.status !== 400 && response.status !== 422) {
      fault(name, key, `status ${response.status}, not 400 or 422`, text);
    }
  }
}

function fault(name, key, what, text) {
  throw new Error(`${name} answers "${key}" wrongly: ${what}: ${text.slice(0, 200)}`);
}
