// The server's halves of all kinds of bodies, as one part.
import { bytes, stream } from "../../bodies/binary/server.ts";
import { events } from "../../bodies/events/server.ts";
import { jsonLines } from "../../bodies/json-lines/server.ts";
import { memoryWarning, multipart } from "../../bodies/multipart/server.ts";
import type { BodyKind } from "../../declare/body/body.ts";
import { kindsOf } from "../../declare/verify/kinds-of.ts";
import type { ServerBody } from "../response/write-body.ts";
import type { ServerPart } from "../routing/part.ts";

// Codecs read and write the kinds without members.
const BODIES: Readonly<Record<BodyKind, ServerBody>> = {
  none: {},
  negotiated: {},
  codec: {},
  alternatives: {},
  bytes,
  stream,
  multipart,
  events,
  "json-lines": jsonLines,
};

/** Reads and writes the bodies that no codec does. */
export function bodies(): ServerPart {
  return {
    bodies: BODIES,
    warn: memoryWarning,
    names: ({ responses }) => {
      const used = responses.flatMap(({ body }) => kindsOf(body)).map((kind) => BODIES[kind]);
      return {
        reads: used.flatMap(({ reads = [] }) => reads),
        writes: used.flatMap(({ writes = [] }) => writes),
      };
    },
  };
}
