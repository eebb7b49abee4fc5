// Many readers of one sequence: each waits for the next text, with a promise that all of them share.
let wake;
let next = renewed();

function renewed() {
  return new Promise((resolve) => {
    wake = resolve;
  });
}

/** Gives a text to all who wait. */
export function publish(text) {
  const waiting = wake;
  next = renewed();
  waiting(text);
}

/** All texts from now on. */
export async function* texts() {
  while (true) yield await next;
}
