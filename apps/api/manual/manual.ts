import { setImmediate } from 'node:timers/promises';
import { decisionPages } from './decision-pages';
import { errorPages } from './error-pages';
import { indexAddress, readManualFolder, type ManualAttachment, type ManualFile } from './manual-files';
import { linkResolver, markdownForPrograms } from './link-resolver';
import { markdownRenderer, type RenderedPage, type RenderMarkdown } from './render-markdown';
import { searchSections, type SearchedSection, type SearchHit } from './search-sections';

/** The manual of a process: each page is made when it is first asked for, and then kept. */
export interface Manual {
  /** Null where there is no such page. */
  page(address: string): Promise<RenderedPage | null>;
  markdown(address: string): string | null;
  attachment(address: string): ManualAttachment | null;
  search(question: string): Promise<readonly SearchHit[]>;
  /** The list of the pages, and all of them in one text, as https://llmstxt.org has it. */
  llms(): string;
  llmsFull(): string;
}

interface ManualOptions {
  /** Where links on a page lead: the address of another one, or of an attachment. */
  readonly hrefOf: (address: string) => string;
  /** The same for programs, which do not know where they read. */
  readonly urlOf: (address: string) => string;
}

/** Opens the manual of the installation. */
export function openManual({ hrefOf, urlOf }: ManualOptions): Manual {
  const { pages: written, attachments } = readManualFolder();
  const pages = written.length === 0 ? [] : [...written, ...decisionPages(written), ...errorPages(urlOf)];
  const files = new Map(pages.map((page) => [page.address, page]));
  const resolve = linkResolver({ pages, attachments });
  const rendered = new Map<string, RenderedPage>();
  let renderer: Promise<RenderMarkdown> | undefined;
  let sections: Promise<readonly SearchedSection[]> | undefined;
  return {
    page,
    attachment: (address) => attachments.find((file) => file.address === address) ?? null,
    markdown: (address) => forPrograms(files.get(address)),
    search: async (question) => searchSections(await (sections ??= allSections()), question),
    llms: () => forPrograms(files.get(indexAddress)) ?? '',
    llmsFull: () =>
      listed()
        .map((file) => forPrograms(file))
        .join('\n\n'),
  };

  async function page(address: string): Promise<RenderedPage | null> {
    const file = files.get(address);
    if (!file) return null;
    const render = await (renderer ??= markdownRenderer(hrefOf));
    const made = rendered.get(address) ?? render(file.markdown, (link) => resolve(file, link));
    rendered.set(address, made);
    return made;
  }

  function forPrograms(file: ManualFile): string;
  function forPrograms(file: ManualFile | undefined): string | null;
  function forPrograms(file: ManualFile | undefined): string | null {
    return file ? markdownForPrograms(file, resolve, urlOf) : null;
  }

  /** The index, and what it lists, in its order. */
  function listed(): readonly ManualFile[] {
    const index = files.get(indexAddress);
    if (!index) return [];
    const links = [...index.markdown.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => resolve(index, link));
    const addresses = new Set(links.flatMap((target) => (target.kind === 'page' ? [target.address] : [])));
    return [index, ...[...addresses].flatMap((address) => files.get(address) ?? [])];
  }

  async function allSections(): Promise<SearchedSection[]> {
    const found: SearchedSection[] = [];
    for (const { address } of pages.filter((file) => !file.address.startsWith('decisions/'))) {
      const made = await page(address);
      for (const section of made?.sections ?? []) found.push({ ...section, address, page: made?.title ?? '' });
      // Other requests go between the pages.
      await setImmediate();
    }
    return found;
  }
}
