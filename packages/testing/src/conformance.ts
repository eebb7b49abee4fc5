// Whether a server keeps a declaration.
// oxlint-disable-next-line unicorn/require-module-specifiers -- the entry has no names yet
export {};
