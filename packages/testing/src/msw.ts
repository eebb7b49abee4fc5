// The handlers of a mock for MSW.
// oxlint-disable-next-line unicorn/require-module-specifiers -- the entry has no names yet
export {};
