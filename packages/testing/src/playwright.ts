// A mock in the pages of a Playwright browser.
// oxlint-disable-next-line unicorn/require-module-specifiers -- the entry has no names yet
export {};
