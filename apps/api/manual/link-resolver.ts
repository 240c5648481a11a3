import { posix } from 'node:path';
import type { ManualFile, ManualFolder } from './manual-files';

/** Where a link of a page leads: to a page or an attachment of the manual, elsewhere, or to something that is not served. */
export type LinkTarget =
  | { readonly kind: 'page' | 'attachment'; readonly address: string; readonly anchor: string }
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'source'; readonly path: string };

export type ResolveLink = (page: Pick<ManualFile, 'source' | 'address'>, link: string) => LinkTarget;

type Served = Pick<ManualFolder, 'attachments'> & { readonly pages: readonly Pick<ManualFile, 'source' | 'address'>[] };

/** The folder of the decisions is linked as a whole. */
const decisionsFolder = 'docs/decisions';
export const decisionsAddress = 'decisions';

/** Resolves links as they are written in the repository. */
export function linkResolver({ pages, attachments }: Served): ResolveLink {
  const addresses = new Map(pages.map(({ source, address }) => [source, address] as const));
  addresses.set(decisionsFolder, decisionsAddress);
  const files = new Map(attachments.map(({ source, address }) => [source, address] as const));
  return (page, link) => {
    if (/^(https?|mailto):/i.test(link)) return { kind: 'outside', url: link };
    const [path = '', hash] = link.split('#', 2);
    const anchor = hash ? `#${hash}` : '';
    if (path === '') return { kind: 'page', address: page.address, anchor };
    const target = posix.join(posix.dirname(page.source), path).replace(/\/$/, '');
    const address = addresses.get(target);
    if (address !== undefined) return { kind: 'page', address, anchor };
    const file = files.get(target);
    return file === undefined ? { kind: 'source', path: target } : { kind: 'attachment', address: file, anchor: '' };
  };
}

const writtenLink = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;

/** A page for programs: links between pages lead to the Markdown of those, and what is not served is named without a link. */
export function markdownForPrograms(page: ManualFile, resolve: ResolveLink, addressOf: (address: string) => string): string {
  return page.markdown.replace(writtenLink, (written: string, mark: string, text: string, link: string) => {
    const target = resolve(page, link);
    if (target.kind === 'outside') return written;
    if (target.kind === 'source') return text;
    return `${mark}[${text}](${addressOf(target.kind === 'page' ? `${target.address}.md` : target.address)}${target.anchor})`;
  });
}
