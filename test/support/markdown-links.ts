// The links of a Markdown page to other pages, without those in code.

/** The targets as they are written, `../errors.md#codes`; none that names a scheme. */
export function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}
