import createClient from "openapi-fetch";

export function connect(baseUrl, fetch) {
  const client = createClient({ baseUrl, fetch });
  return {
    get: async (user) =>
      (await client.GET("/v1/users/{user}", { params: { path: { user } } })).data,
    post: async (body) => (await client.POST("/v1/users", { body })).data,
    query: async (query) => (await client.GET("/v1/users", { params: { query } })).data,
  };
}
