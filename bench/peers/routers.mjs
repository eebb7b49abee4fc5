// The routers of other libraries behind two functions: `add(method, template, value)` and
// `find(method, path)`, which returns a match with the ids, or undefined.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const ofHono = (router) => ({
  add: (method, path, value) => router.add(method, path, value),
  find(method, path) {
    const [handlers, stash] = router.match(method, path);
    const first = handlers[0];
    if (first === undefined) return undefined;
    const [value, indexes] = first;
    if (stash === undefined) return { value, params: indexes };
    const params = {};
    for (const name in indexes) params[name] = stash[indexes[name]];
    return { value, params };
  },
});

export const routers = {
  memoirist: async () => {
    const { Memoirist } = await import("memoirist");
    const router = new Memoirist();
    return {
      add: (method, path, value) => router.add(method, path, value),
      find: (method, path) => router.find(method, path) ?? undefined,
    };
  },
  rou3: async () => {
    const { addRoute, createRouter, findRoute } = await import("rou3");
    const router = createRouter();
    return {
      add: (method, path, value) => addRoute(router, method, path, value),
      find: (method, path) => findRoute(router, method, path),
    };
  },
  "rou3-compiled": async () => {
    const { addRoute, createRouter } = await import("rou3");
    const { compileRouter } = await import("rou3/compiler");
    const router = createRouter();
    let find;
    return {
      add: (method, path, value) => addRoute(router, method, path, value),
      done: () => {
        find = compileRouter(router);
      },
      find: (method, path) => find(method, path),
    };
  },
  "find-my-way": async () => {
    const { default: createRouter } = await import("find-my-way");
    const router = createRouter({ ignoreTrailingSlash: false, maxParamLength: 500 });
    return {
      add: (method, path, value) => router.on(method, path, () => {}, value),
      find: (method, path) => router.find(method, path) ?? undefined,
    };
  },
  "koa-tree-router": async () => {
    const Tree = require("koa-tree-router/tree.js");
    const trees = {};
    return {
      add: (method, path, value) => (trees[method] ??= new Tree()).addRoute(path, [value]),
      find(method, path) {
        const found = trees[method]?.search(path);
        return found?.handle ? found : undefined;
      },
    };
  },
  radix3: async () => {
    const { createRouter } = await import("radix3");
    const router = createRouter();
    return {
      add: (method, path, value) => router.insert(`/${method}${path}`, { value }),
      // It also matches inner nodes without a value.
      find(method, path) {
        const found = router.lookup(`/${method}${path}`);
        return found?.value === undefined ? undefined : found;
      },
    };
  },
  "hono-reg-exp": async () => {
    const { RegExpRouter } = await import("hono/router/reg-exp-router");
    return ofHono(new RegExpRouter());
  },
  "hono-trie": async () => {
    const { TrieRouter } = await import("hono/router/trie-router");
    return ofHono(new TrieRouter());
  },
  "hono-smart": async () => {
    const { RegExpRouter } = await import("hono/router/reg-exp-router");
    const { SmartRouter } = await import("hono/router/smart-router");
    const { TrieRouter } = await import("hono/router/trie-router");
    return ofHono(new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] }));
  },
  "path-to-regexp": async () => {
    const { match } = await import("path-to-regexp");
    const routes = [];
    return {
      add: (method, path, value) => routes.push([method, match(path), value]),
      find(method, path) {
        for (const [own, matches, value] of routes) {
          const found = own === method && matches(path);
          if (found) return { value, params: found.params };
        }
        return undefined;
      },
    };
  },
};
