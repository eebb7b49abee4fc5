// The links of a Markdown page to other pages, without those in code, and the anchors that links can name.

/** The targets as they are written, `../errors.md#codes`; none that names a scheme. */
export function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of the headings, as GitHub and the site make them. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
