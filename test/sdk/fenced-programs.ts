const fence = /^```(.*)\n([\s\S]*?)^```$/gm;

/** The programs of a page of Markdown: the blocks of each language, with the name behind it if there is one, in their order as one text. */
export function fencedPrograms(markdown: string): Readonly<Record<string, string>> {
  const programs: Record<string, string> = {};
  for (const [, info = '', code = ''] of markdown.matchAll(fence)) programs[info] = (programs[info] ?? '') + code;
  return programs;
}

/** What stands as code in the last cells of the tables of a page and in its sentences, of one line each. */
export const inlineCode = (markdown: string): readonly string[] =>
  [...markdown.replace(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
