// The API that every contestant serves, and the requests it is measured with.
import { z } from "zod";

export const NewUser = z.object({
  name: z.string().min(1),
  email: z.email(),
  age: z.number().int().min(0),
});
export const user = (id) => ({
  id,
  name: "Ada Lovelace",
  email: "ada@example.com",
  age: 36,
  role: "admin",
});
export const create = ({ name, email, age }) => ({ id: "u2", name, email, age, role: "user" });
export const list = (limit) => ({ items: [user("u1"), user("u2")], limit });

export const BODY = JSON.stringify({ name: "Grace Hopper", email: "grace@example.com", age: 85 });
export const REQUESTS = {
  get: { method: "GET", path: "/v1/users/u1", status: 200 },
  post: { method: "POST", path: "/v1/users", body: BODY, status: 201 },
  query: { method: "GET", path: "/v1/users?limit=10", status: 200 },
  missing: { method: "GET", path: "/v1/nope/x", status: 404 },
};
