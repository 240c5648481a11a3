import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A page of the manual as it is written. */
export interface ManualFile {
  /** Its address below `/docs/`, without an ending. */
  readonly address: string;
  /** Where it lies in the repository, or would lie were it not made from code: links between pages are relative to it. */
  readonly source: string;
  readonly markdown: string;
}

/** What a page shows beside its text: queries, pictures, programs. */
export interface ManualAttachment {
  /** Its address below `/docs/`. */
  readonly address: string;
  readonly source: string;
  readonly type: string;
  readonly body: Buffer;
}

export interface ManualFolder {
  readonly pages: readonly ManualFile[];
  readonly attachments: readonly ManualAttachment[];
}

/** The page that lists all others, in their order. */
export const indexAddress = 'manual';

const attachmentTypes: ReadonlyMap<string, string> = new Map([
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['sql', 'text/plain; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['mjs', 'text/plain; charset=utf-8'],
  ['py', 'text/plain; charset=utf-8'],
]);

const outsideOfDocs = ['CONTRIBUTING.md', 'CHANGELOG.md'];

/** Reads the manual from the first folder above `from` that has one. */
export function readManualFolder(from: string = __dirname): ManualFolder {
  const root = rootAbove(from);
  if (root === null) return { pages: [], attachments: [] };
  const below = readdirSync(join(root, 'docs'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
  const others = outsideOfDocs.filter((name) => existsSync(join(root, name)));
  return {
    pages: [...below.filter((source) => source.endsWith('.md')), ...others].map((source) => pageOf(root, source)),
    attachments: below.flatMap((source) => attachmentOf(root, source)),
  };
}

function rootAbove(folder: string): string | null {
  if (existsSync(join(folder, 'docs', `${indexAddress}.md`))) return folder;
  const above = dirname(folder);
  return above === folder ? null : rootAbove(above);
}

const pageOf = (root: string, source: string): ManualFile => ({
  address: source
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase(),
  source,
  markdown: readFileSync(join(root, source), 'utf8'),
});

function attachmentOf(root: string, source: string): ManualAttachment[] {
  const type = attachmentTypes.get(source.split('.').at(-1) ?? '');
  if (type === undefined) return [];
  return [{ address: source.replace(/^docs\//, ''), source, type, body: readFileSync(join(root, source)) }];
}
