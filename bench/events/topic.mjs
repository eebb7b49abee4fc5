// Many readers of one sequence. All of them share the promise of the next text.
let wake;
let next = renewed();

function renewed() {
  return new Promise((resolve) => {
    wake = resolve;
  });
}

/** Sends a text to all readers. */
export function publish(text) {
  const waiting = wake;
  next = renewed();
  waiting(text);
}

/** All texts from now on. */
export async function* texts() {
  while (true) yield await next;
}
