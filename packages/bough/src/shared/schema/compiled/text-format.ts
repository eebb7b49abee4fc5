// The formats of texts that are checked. Others only describe (JSON Schema Validation 7.2.1).
import { isUri } from "./uri.ts";

type IsFormat = (text: string) => boolean;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
// The form of HTML's email fields.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[\da-z](?:[\da-z-]{0,61}[\da-z])?(?:\.[\da-z](?:[\da-z-]{0,61}[\da-z])?)*$/i;

const FORMATS: ReadonlyMap<string, IsFormat> = /* @__PURE__ */ new Map<string, IsFormat>([
  ["uuid", (text) => UUID.test(text)],
  ["date", isDate],
  ["time", isTime],
  ["date-time", isInstant],
  ["email", (text) => text.length <= 320 && EMAIL.test(text)],
  ["uri", isUri],
]);

/** The names of the formats that are checked. */
export const TEXT_FORMATS: ReadonlySet<string> = /* @__PURE__ */ new Set(FORMATS.keys());

/** Whether a text has a format; `true` for a format that is not checked. */
export function isText(text: string, format: string): boolean {
  return FORMATS.get(format)?.(text) ?? true;
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (day === undefined) {
    return false;
  }
  // The day before the first of the next month. Years below 100 need setUTCFullYear.
  const last = new Date(0);
  last.setUTCFullYear(Number(year), Number(month), 0);
  return Number(day) <= last.getUTCDate();
}

/** A leap second is the last one of a day in UTC (RFC 3339 5.7). */
function isTime(text: string): boolean {
  const [, hour, minute, second, sign, hours = 0, minutes = 0] = TIME.exec(text) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const inUtc = (Number(hour) * 60 + Number(minute) - offset + 1440) % 1440;
  return second !== undefined && (second !== "60" || inUtc === 1439);
}

function isInstant(text: string): boolean {
  return /^.{10}[ t]/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}
