// The style of the page.
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f5, #151815);
  --card: light-dark(#fff, #1f2420);
  --line: light-dark(#d9ded8, #39413a);
  --ink: light-dark(#1b211c, #e8ece8);
  --soft: light-dark(#566057, #a4afa6);
  --accent: light-dark(#1f6b3a, #7fd19b);
  --on-accent: light-dark(#fff, #10210f);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; max-width: 44rem; padding: 1.5rem 1rem 3rem;
  background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
}
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 0; }
p { margin: 0; }
#who { display: flex; align-items: center; gap: .6rem; }
#name { font-weight: 600; }
#role { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .85rem; color: var(--soft); }
#message { min-height: 1.5rem; margin: .75rem 0; color: var(--soft); }
.card {
  display: grid; gap: .9rem; margin-bottom: 1rem; padding: 1.25rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
}
.card p, small { color: var(--soft); }
label { display: grid; gap: .25rem; font-weight: 500; }
small { margin-top: -.6rem; }
input {
  width: 100%; min-width: 0; padding: .6rem .75rem; font: inherit; color: inherit;
  background: var(--page); border: 1px solid var(--line); border-radius: .5rem;
}
.row { display: flex; flex-wrap: wrap; gap: .6rem; }
.row input { flex: 1 1 12rem; }
button {
  padding: .6rem 1rem; min-height: 2.75rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem;
}
button.quiet { color: var(--accent); background: transparent; }
:is(button, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
ul { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
ul:empty::before { content: "Nothing yet"; color: var(--soft); }
li { padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
li b { margin-right: .5rem; }
pre {
  margin: 0; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all;
  background: var(--page); border-radius: .5rem; font-size: .9rem;
}
`;
