// Shows the type of a name when a reader points at it or touches it. The types of a page are one file, which is
// fetched at the first such name.

const pages = new Map();
let shown;

export function showTypes(page) {
  document.addEventListener("pointerover", ({ target }) => {
    const name = target instanceof Element ? target.closest(".typed") : null;
    if (name === null) hide();
    else void show(name, page());
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
  document.addEventListener("scroll", hide, { passive: true, capture: true });
}

async function show(name, page) {
  if (shown?.name === name) return;
  hide();
  const box = document.createElement("div");
  shown = { name, box };
  if (!pages.has(page)) {
    const url = `${import.meta.env.BASE_URL}types/${page.replace(/\.md$/, ".json")}`;
    pages.set(
      page,
      fetch(url).then((response) => (response.ok ? response.json() : [])),
    );
  }
  const text = (await pages.get(page))[Number(name.dataset.type)];
  if (text === undefined || shown?.name !== name) return;
  box.className = "type-of-name";
  box.setAttribute("role", "tooltip");
  const [type, comment] = text.split("\n\n");
  const code = document.createElement("code");
  code.textContent = type;
  box.append(code);
  if (comment !== undefined) {
    const words = document.createElement("p");
    words.textContent = comment;
    box.append(words);
  }
  document.body.append(box);
  const { left, bottom, top } = name.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  box.style.top = `${bottom + height + 8 > innerHeight ? Math.max(8, top - height - 4) : bottom + 4}px`;
}

function hide() {
  shown?.box.remove();
  shown = undefined;
}
