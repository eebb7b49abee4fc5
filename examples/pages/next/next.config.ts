import type { NextConfig } from "next";

export default {
  // Without it, Next.js takes the folder of the nearest lock file above for the root.
  turbopack: { root: import.meta.dirname },
} satisfies NextConfig;
