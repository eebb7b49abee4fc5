// The error format of a root, as a document marks it: `x-bough-errors` at its root has the format, and at a response the
// failures that are written in it. Responses with the format alone are rejections.
import type { ContractFailure } from "bough/contract";
import { readContent } from "./content.ts";
import { elementsOf, isMembers, member, step, textOf } from "./json.ts";
import type { Found } from "./open-document.ts";
import type { ErrorsOfRoot, Reading } from "./parameter-type.ts";
import type { Place } from "./report.ts";
import { faultOf } from "./sound-endpoints.ts";

const MARKER = "x-bough-errors";

/** The error format of a document; `undefined` if it has none, or one that cannot be declared. */
export function readErrors(reading: Reading): ErrorsOfRoot | undefined {
  const marker = member(reading.document.root, MARKER);
  if (marker === undefined) {
    return undefined;
  }
  const pointer = `/${MARKER}`;
  const value = member(marker, "content");
  const place = { pointer: `${pointer}/content`, side: "response" as const };
  const [code, data] = [textOf(member(marker, "code")), textOf(member(marker, "data"))];
  const errors = { ...(code && { code }), ...(data && { data }) };
  const members = { errors, rejections: readContent(reading, { value, ...place }, place) };
  const endpoint = { key: "GET /", name: ["get"], method: "GET", template: "/", ...members };
  const fault = faultOf(endpoint);
  if (fault !== undefined) {
    const message = `its ${MARKER} is left out: ${fault}; failures are declared with their bodies`;
    reading.report.changed({ pointer }, "document", message);
    return undefined;
  }
  return { members, content: JSON.stringify(value) };
}

/** The failures that a response lists, none for a rejection; `undefined` if it is not in the format of the root. */
export function listedFailures(
  { errors, schemas }: Reading,
  { value, pointer, status }: Found & Pick<ContractFailure, "status">,
  place: Place,
): readonly ContractFailure[] | undefined {
  const listed = member(value, MARKER);
  const isRejection = JSON.stringify(member(value, "content")) === errors?.content;
  if (errors === undefined || (listed === undefined && !isRejection)) {
    return undefined;
  }
  return elementsOf(listed).map((one, index): ContractFailure => {
    const name = String(member(one, "name"));
    const code = member(one, "code");
    const data = member(one, "data");
    const at = `${pointer}/${MARKER}${step(index)}/data`;
    return {
      name,
      status,
      code: typeof code === "number" || typeof code === "string" ? code : name,
      title: name,
      content: isMembers(data)
        ? [
            {
              kind: "negotiated",
              mediaType: "application/json",
              schema: schemas.convert(data, { ...place, pointer: at }),
            },
          ]
        : [],
    };
  });
}
