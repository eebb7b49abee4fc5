// The API of every contestant, and the requests of the benches.
//   GET  /v1/users/{user}     an id, five fields of JSON
//   POST /v1/users            a JSON body, validated; 201
//   GET  /v1/users?limit=10   a decoded and validated query
//   GET  /v1/report           100 kB of JSON
//   GET  /v1/nope/x           404
import { z } from "zod";

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  age: z.number().int(),
  role: z.enum(["admin", "user"]),
});
export const NewUser = z.object({
  name: z.string().min(1),
  email: z.email(),
  age: z.number().int().min(0),
});
export const Users = z.object({ items: z.array(User), limit: z.number().int() });
export const Report = z.object({ items: z.array(User) });
export const Params = z.object({ user: z.string() });
export const Query = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

export const user = (id) => ({
  id,
  name: "Ada Lovelace",
  email: "ada@example.com",
  age: 36,
  role: "admin",
});
export const create = ({ name, email, age }) => ({ id: "u2", name, email, age, role: "user" });
export const list = (limit) => ({ items: [user("u1"), user("u2")], limit });
const rows = Array.from({ length: 1_200 }, (_, index) => user(`u${index}`));
export const report = () => ({ items: rows });

const given = { name: "Grace Hopper", email: "grace@example.com", age: 85 };
export const REQUESTS = {
  get: { method: "GET", path: "/v1/users/u1", status: 200, answer: user("u1") },
  post: {
    method: "POST",
    path: "/v1/users",
    body: JSON.stringify(given),
    status: 201,
    answer: create(given),
  },
  query: { method: "GET", path: "/v1/users?limit=10", status: 200, answer: list(10) },
  large: { method: "GET", path: "/v1/report", status: 200, answer: report() },
  missing: { method: "GET", path: "/v1/nope/x", status: 404 },
};
/** Requests that every contestant must reject, so that all of them validate. */
export const REFUSED = {
  "wrong body": {
    method: "POST",
    path: "/v1/users",
    body: JSON.stringify({ ...given, name: "", age: -1 }),
  },
  "wrong query": { method: "GET", path: "/v1/users?limit=0" },
};
