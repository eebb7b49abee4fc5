/** The icon of the pages: a book. */
export const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2f6f4f" d="M2 2h5l1 1 1-1h5v11H9l-1 1-1-1H2z"/><path stroke="#fff" d="M8 3v11"/></svg>',
  );
