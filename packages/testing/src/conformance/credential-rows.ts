// The rows of credentials: no response without one, nor with a wrong one.
import { isOpen } from "./credentials.ts";
import type { RawCall } from "./raw-call.ts";
import { type Row, send, report, refuse5xx } from "./row.ts";

const CREDENTIAL_HEADERS = new Set(["authorization", "cookie"]);

export async function checkCredentials(row: Row): Promise<void> {
  const { call, tested } = row;
  if (isOpen(tested.described)) {
    return;
  }
  const { schemes, keys } = credentialPlaces(row);
  for (const [what, tried] of [
    ["a call without a credential", without(call, keys)],
    ["a wrong credential", without(call, keys, "d3Jvbmc6d3Jvbmc")],
  ] as const) {
    const response = await send(row, tried);
    if (refuse5xx(row, tried, response, what)) {
      continue;
    }
    const found = `responded ${response.status} to ${what}`;
    if (response.status < 300) {
      report(row, tried, {
        severity: "must",
        rule: `no 2xx for ${what}`,
        source: "RFC 9110 15.5.2",
        what: found,
      });
    } else if (response.status !== 401 && response.status !== 403) {
      report(row, tried, {
        severity: "should",
        rule: `401 for ${what}`,
        source: "RFC 9110 15.5.2",
        what: found,
      });
    } else if (
      response.status === 401 &&
      schemes.has("http") &&
      !response.headers.has("www-authenticate")
    ) {
      report(row, tried, {
        severity: "should",
        rule: "401 has a challenge",
        source: "RFC 9110 11.6.1",
        what: `${found} without WWW-Authenticate`,
      });
    }
  }
}

/** A call without its credentials, or with a wrong value in their place. */
function without(call: RawCall, keys: readonly string[], value?: string): RawCall {
  const url = new URL(call.url);
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(call.headers)) {
    if (!CREDENTIAL_HEADERS.has(name) && !keys.includes(name)) {
      headers[name] = text;
    } else if (value !== undefined) {
      headers[name] = wrongIn(text, value);
    }
  }
  for (const key of keys.filter((one) => url.searchParams.has(one))) {
    if (value === undefined) {
      url.searchParams.delete(key);
    } else {
      url.searchParams.set(key, value);
    }
  }
  return { ...call, url, headers };
}

function wrongIn(text: string, value: string): string {
  return text.includes("=") && !text.startsWith("Basic ")
    ? text.replaceAll(/=[^;]*/g, `=${value}`)
    : text.replace(/\S+$/, value);
}

/** The types of an endpoint's schemes, and the names of their API keys. */
function credentialPlaces({ tested, session }: Row): {
  readonly schemes: ReadonlySet<string>;
  readonly keys: readonly string[];
} {
  const { security } = session.subject.contract.components;
  const names = (tested.described.security ?? []).flatMap((one) => Object.keys(one));
  const found = names.flatMap((name) => security[name] ?? []);
  return {
    schemes: new Set(found.map(({ type }) => type)),
    keys: found.flatMap(({ type, in: place, name }) =>
      type === "apiKey" ? [place === "header" ? String(name).toLowerCase() : String(name)] : [],
    ),
  };
}
