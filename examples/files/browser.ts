// The page: uploads files with progress, and shows new files of all users as they arrive.
import { createClient } from "bough/client";
import { xhrFetch } from "bough/client/xhr";
import { api } from "./api.ts";
import type { StoredFile } from "./api.ts";

// Calls with progress use XMLHttpRequest, all others use fetch.
const client = createClient({ fetch: xhrFetch });

const form = element("form", HTMLFormElement);
const bar = element("progress", HTMLProgressElement);
const state = element("output", HTMLOutputElement);
const list = element("ul", HTMLUListElement);
const shown = new Set<string>();
let upload: AbortController | undefined;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void send(new FormData(form));
});
element("button[type=button]", HTMLButtonElement).addEventListener("click", () => upload?.abort());
void follow();

async function send(entries: FormData): Promise<void> {
  const title = entries.get("title");
  const file = entries.get("file");
  if (typeof title !== "string" || !(file instanceof File)) {
    return;
  }
  upload?.abort();
  upload = new AbortController();
  const { signal } = upload;
  bar.value = 0;
  state.value = "0 %";
  try {
    const stored = await client
      .request(
        api.files.upload,
        { title, file },
        {
          signal,
          onProgress: ({ sent, total = sent }) => {
            bar.value = (100 * sent) / total;
            state.value = `${Math.floor(bar.value)} %`;
          },
        },
      )
      .bodyOrThrow();
    state.value = `${stored.title} is there`;
  } catch (error) {
    state.value = signal.aborted ? "cancelled" : String(error);
  }
}

/** Shows the files, then new ones. Starts again after the client has stopped reconnecting. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      // Subscribes first, so that no file is missed while the list loads.
      const arrivals = await client.request(api.files.arrivals).bodyOrThrow();
      for (const file of await client.request(api.files.list).bodyOrThrow()) {
        add(file);
      }
      list.dataset["live"] = "";
      for await (const file of arrivals) {
        add(file);
      }
    } catch (error) {
      console.warn("no events for now", error);
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

function add({ id, title, name, bytes }: StoredFile): void {
  if (shown.has(id)) {
    return;
  }
  shown.add(id);
  const link = document.createElement("a");
  link.href = client.urlOf(api.files.file(id).download);
  link.textContent = title;
  const item = document.createElement("li");
  // As text, because a title is user input.
  item.append(link, ` ${name}, ${bytes} bytes`);
  list.append(item);
}

function element<E extends Element>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) {
    throw new TypeError(`the page has no ${selector}`);
  }
  return found;
}
