# Two workers of Bough in workerd, the runtime of Cloudflare Workers.
# `node examples/edge/main.ts` bundles them to .out/ beside this file and starts this configuration.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "edge", worker = .edge),
    (name = "rates", worker = .rates),
  ],
  # The prices have no socket, so only the other worker can reach them.
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "edge")],
);

const edge :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed ".out/worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "REGION", text = "fra"),
    # Secrets are not stored in files.
    (name = "SIGNING_KEY", fromEnvironment = "SIGNING_KEY"),
    (name = "RATES", service = "rates"),
  ],
);

const rates :Workerd.Worker = (
  modules = [(name = "rates-worker.js", esModule = embed ".out/rates-worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "TARIFFS", json = embed "tariffs.json"),
  ],
);
