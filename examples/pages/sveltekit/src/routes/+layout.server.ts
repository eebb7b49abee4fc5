import { currentAccount } from "../api/lookups.ts";
import type { LayoutServerLoad } from "./$types";

export const load: LayoutServerLoad = async ({ locals }) => ({
  account: await currentAccount(locals.client),
});
