import { createClient } from "bough/client";
import type { Client } from "bough/client";
import type { PendingResult } from "bough/types";
import { api, Gone } from "./api.js";

export const client: Client = createClient({ baseUrl: "http://localhost" });
export const call = (): PendingResult<typeof api.find> => client.request(api.find);
export const isGone = async (): Promise<boolean> => (await call()).failedWith(Gone);
