import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { namesWithRetiredWords, retiredWordsOf, glossaryTermsOf, unusedTerms } from './glossary-terms';
import { readSourceFiles } from './source-files';

const glossary = readFileSync('docs/glossary.md', 'utf8');

/** Words that mean something else together. */
const phrases = ['look up', 'pass over', 'passed over', 'passing over', 'take over'];

describe('the glossary', () => {
  it('explains only what occurs in code or documents', () => {
    const paths = execFileSync('git', ['ls-files', 'apps', 'libs', 'projections', 'test', 'docs'], { encoding: 'utf8' }).split('\n');
    const read = paths.filter((path) => /\.(ts|md)$/.test(path) && path !== 'docs/glossary.md' && existsSync(path));
    expect(
      unusedTerms(
        glossaryTermsOf(glossary),
        read.map((path) => readFileSync(path, 'utf8')),
      ),
    ).toEqual([]);
  });

  it('has words that went, and they are in no name', () => {
    const words = retiredWordsOf(glossary);
    expect(words).toEqual(expect.arrayContaining(['turn', 'lap', 'told', 'heed', 'kept']));
    expect(namesWithRetiredWords(readSourceFiles(['apps', 'libs', 'projections']), words, phrases)).toEqual([]);
  });

  it('is held to that: a term that is gone and a word that comes back are found', () => {
    expect(unusedTerms(['token bucket', 'carousel'], ['const tokenBuckets = [];'])).toEqual(['carousel']);
    const files = [
      { path: 'libs/pins/turn.ts', text: 'export const heedLimit = 1;\nexport function takeOver() {}' },
      { path: 'libs/pins/returns.ts', text: 'export const returnTurnstile = 1;' },
    ];
    expect(namesWithRetiredWords(files, ['turn', 'heed', 'over'], ['take over'])).toEqual([
      'turn: libs/pins/turn.ts',
      'heedLimit: libs/pins/turn.ts',
    ]);
  });
});
