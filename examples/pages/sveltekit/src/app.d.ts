import type { Client } from "bough/client";

declare global {
  namespace App {
    interface Locals {
      /** Calls the API as the visitor, without a network. */
      client: Client;
    }
  }
}
