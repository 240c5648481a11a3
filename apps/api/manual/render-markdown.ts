import type { MarkdownIt, Token } from 'markdown-it';
import type { LinkTarget } from './link-resolver';

/** A part of a page below one heading, as words. */
export interface PageSection {
  readonly heading: string;
  readonly anchor: string;
  readonly level: number;
  readonly text: string;
}

export interface RenderedPage {
  /** The words of its first heading, which its HTML does not repeat. */
  readonly title: string;
  readonly html: string;
  readonly sections: readonly PageSection[];
}

export type RenderMarkdown = (markdown: string, resolve: (link: string) => LinkTarget) => RenderedPage;

/** Makes pages of Markdown; HTML in it is shown as text. `hrefOf` is where a page shows its links to lead to. The library is loaded when the first page is asked for. */
export async function markdownRenderer(hrefOf: (address: string) => string): Promise<RenderMarkdown> {
  const { default: markdownIt } = await import('markdown-it');
  const parser = markdownIt({ html: false, linkify: false, typographer: false });
  Object.assign(parser.renderer.rules, {
    table_open: () => '<div class="scroll" tabindex="0"><table>\n',
    table_close: () => '</table></div>\n',
    fence: besideEachOther(parser),
  });
  return (markdown, resolve) => {
    const tokens = parser.parse(markdown, {});
    const anchors = new Map<string, number>();
    const sections: { heading: string; anchor: string; level: number; words: string[] }[] = [
      { heading: '', anchor: '', level: 1, words: [] },
    ];
    tokens.forEach((token, index) => {
      if (token.type === 'heading_open') {
        const heading = wordsOf(tokens[index + 1]);
        const anchor = uniqueAnchor(heading, anchors);
        token.attrSet('id', anchor);
        sections.push({ heading, anchor, level: Number(token.tag.slice(1)), words: [] });
      } else if (token.type === 'inline') {
        if (tokens[index - 1]?.type !== 'heading_open') sections.at(-1)?.words.push(wordsOf(token));
        rewriteLinks(token.children ?? [], resolve, hrefOf);
      } else if (token.type === 'fence' || token.type === 'code_block') sections.at(-1)?.words.push(token.content);
    });
    const [title, body] = withoutTitle(tokens);
    return {
      title,
      html: htmlOf(parser, body),
      sections: sections.map(({ words, ...section }) => ({ ...section, text: words.join(' ') })),
    };
  };
}

/** Programs that say the same in several languages, each with its name behind the language (```` ```ts TypeScript ````), stand beside each other. */
function besideEachOther(parser: MarkdownIt): NonNullable<MarkdownIt['renderer']['rules']['fence']> {
  const { fence } = parser.renderer.rules;
  return (tokens, at, ...more) => {
    const [label, code] = [nameOfProgram(tokens[at]), fence?.(tokens, at, ...more) ?? ''];
    if (label === '') return code;
    const figure = `<figure><figcaption>${parser.utils.escapeHtml(label)}</figcaption>${code}</figure>`;
    return `${nameOfProgram(tokens[at - 1]) === '' ? '<div class="beside">' : ''}${figure}${nameOfProgram(tokens[at + 1]) === '' ? '</div>' : ''}`;
  };
}

const nameOfProgram = (token: Token | undefined): string =>
  token?.type === 'fence' ? token.info.trim().split(/\s+/).slice(1).join(' ') : '';

const htmlOf = (parser: MarkdownIt, tokens: Token[]): string =>
  parser.renderer.render(tokens, parser.options, {}).replaceAll('<pre>', '<pre tabindex="0">');

function withoutTitle(tokens: Token[]): readonly [string, Token[]] {
  if (tokens[0]?.type !== 'heading_open' || tokens[0].tag !== 'h1') return ['', tokens];
  return [wordsOf(tokens[1]), tokens.slice(3)];
}

const wordsOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

/** As GitHub makes them, so that the links of the repository's pages fit. */
function uniqueAnchor(heading: string, taken: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(anchor) ?? 0;
  taken.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}

/** What is not served is shown as words, with its path in the repository as a hint. */
function rewriteLinks(children: readonly Token[], resolve: (link: string) => LinkTarget, hrefOf: (address: string) => string): void {
  let isOpen = false;
  for (const token of children) {
    if (token.type === 'image') rewriteImage(token, resolve(written(token, 'src')), hrefOf);
    else if (token.type === 'link_close' && isOpen) {
      token.tag = 'span';
      isOpen = false;
    } else if (token.type === 'link_open') {
      const target = resolve(written(token, 'href'));
      isOpen = target.kind === 'source';
      if (target.kind === 'outside') token.attrSet('rel', 'noopener noreferrer');
      else if (target.kind !== 'source') token.attrSet('href', hrefOf(target.address) + target.anchor);
      else Object.assign(token, { tag: 'span', attrs: [['title', target.path]] });
    }
  }
}

/** Of a picture from elsewhere only its words are shown: a page loads nothing from another origin. */
function rewriteImage(token: Token, target: LinkTarget, hrefOf: (address: string) => string): void {
  if (target.kind === 'attachment') token.attrSet('src', hrefOf(target.address));
  else Object.assign(token, { type: 'text' });
}

/** An address as it stands in the Markdown; the parser has escaped it. */
const written = (token: Token, attribute: string): string => decodeURI(String(token.attrGet(attribute) ?? ''));
