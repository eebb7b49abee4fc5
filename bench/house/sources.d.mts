export function readingPath(): readonly string[];
