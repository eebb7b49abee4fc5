// The limit: `fetch` by hand.
export function connect(origin, fetch) {
  const headers = { "content-type": "application/json" };
  return {
    get: async (id) =>
      (await fetch(`${origin}/v1/users/${encodeURIComponent(id)}`, { method: "GET" })).json(),
    post: async (body) =>
      (
        await fetch(`${origin}/v1/users`, { method: "POST", body: JSON.stringify(body), headers })
      ).json(),
    query: async (query) =>
      (await fetch(`${origin}/v1/users?${new URLSearchParams(query)}`, { method: "GET" })).json(),
  };
}
