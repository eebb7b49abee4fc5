// The page's script: shows the list, and changes it.
import { createClient } from "bough/client";
import { api, type Item } from "./api.ts";
import { follow } from "./follow.ts";

// A page stays open while its server restarts.
const client = createClient({ reconnect: { attempts: Infinity } });

const list = element("ul", HTMLUListElement);
const state = element("output", HTMLOutputElement);
const form = element("form", HTMLFormElement);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = new FormData(form).get("text");
  form.reset();
  if (typeof text === "string") told(client.request(api.items.add, { text }).bodyOrThrow());
});
told(follow(client, show));

function show(items: readonly Item[]): void {
  state.value = `${items.length} items`;
  list.replaceChildren(
    ...items.map(({ id, text }) => {
      const line = document.createElement("li");
      const remove = document.createElement("button");
      remove.textContent = "Remove";
      remove.addEventListener("click", () =>
        told(client.request(api.items.item(id).remove).bodyOrNull()),
      );
      line.append(text, " ", remove);
      return line;
    }),
  );
}

/** Shows what went wrong. */
function told(done: Promise<unknown>): void {
  done.catch((error: unknown) => {
    state.value = String(error);
  });
}

function element<E extends Element>(selector: string, type: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}
