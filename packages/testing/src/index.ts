// The mock of an API.
// oxlint-disable-next-line unicorn/require-module-specifiers -- the entry has no names yet
export {};
