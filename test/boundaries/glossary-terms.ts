import { exportedNames, type SourceFile } from './source-files';

const retired = '## Words that went';

/** The terms that a glossary explains, one by one. */
export const glossaryTermsOf = (glossary: string): string[] =>
  firstColumn(glossary.split(retired)[0] ?? '').filter((term) => term !== 'word');

/** Of the words that went, those that are one word: they can be looked for in names. */
export const retiredWordsOf = (glossary: string): string[] =>
  firstColumn(glossary.split(retired)[1] ?? '').filter((word) => /^[a-z]+$/.test(word));

const firstColumn = (text: string): string[] =>
  [...text.matchAll(/^\| ([^|-][^|]*) \|/gm)].flatMap(([, cell = '']) =>
    cell
      .replace(/\(.*?\)/g, '')
      .split(/[,;]/)
      .map((term) => term.trim()),
  );

/** The terms of which no text makes use, as a word, as words, or as a part of a name. */
export function unusedTerms(terms: readonly string[], texts: readonly string[]): string[] {
  const used = ` ${texts.map(asWords).join(' ')}`;
  return terms.filter((term) => !used.includes(` ${asWords(term)}`));
}

const asWords = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim();

/** Exported names and names of files that hold a word that went, unless in one of these phrases. */
export function namesWithRetiredWords(files: readonly SourceFile[], words: readonly string[], phrases: readonly string[]): string[] {
  const holds = (name: string): boolean => {
    const plain = phrases.reduce((text, phrase) => text.replace(phrase, ''), asWords(name));
    return plain.split(' ').some((word) => words.includes(word));
  };
  return files.flatMap((file) => {
    const name = (file.path.split('/').at(-1) ?? '').replace(/\.ts$/, '');
    return [name, ...exportedNames(file)].filter(holds).map((found) => `${found}: ${file.path}`);
  });
}
