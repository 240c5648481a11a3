import { NotFound, replaceUnstorable } from '@pps/kernel';
import { countSchema, listOf, objectSchema, orNull, resultSchema, said, textSchema, type Tool } from '../tool';

const mostHits = 8;
const longestPart = 12_000;

const search: Tool = {
  name: 'search_docs',
  title: 'Search the manual',
  description: 'Sections of the manual of this service that have the words.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ q: { type: 'string', minLength: 1, maxLength: 200 } }, ['q']),
  output: resultSchema({
    hits: listOf(resultSchema({ page: textSchema, heading: textSchema, words: textSchema, link: textSchema })),
    next: textSchema,
  }),
  async run({ manual, urlOf }, { args }) {
    const hits = await manual.search(String(args['q']).trim());
    return {
      hits: hits.slice(0, mostHits).map(({ address, anchor, heading, snippet }) => ({
        page: address,
        heading,
        words: snippet.map(({ text: words }) => words).join(''),
        link: urlOf(`/docs/${address}${anchor === '' ? '' : `#${anchor.replace(/^#/, '')}`}`),
      })),
      next: hits.length === 0 ? 'Try fewer or other words; read_doc with the page manual lists all pages.' : 'read_doc shows a page.',
    };
  },
};

const read: Tool = {
  name: 'read_doc',
  title: 'Read the manual',
  description: 'A page of the manual as Markdown, in parts; the page manual lists all.',
  set: 'core',
  scope: 'read',
  effect: 'reads',
  input: objectSchema(
    { page: { type: 'string', maxLength: 100 }, offset: said({ type: 'integer', minimum: 0 }, 'Of the part, in characters.') },
    ['page'],
  ),
  output: resultSchema({
    page: textSchema,
    markdown: textSchema,
    next_offset: said(orNull(countSchema), 'Of the next part.'),
    link: textSchema,
  }),
  run({ manual, urlOf }, { args }) {
    const page = String(args['page'])
      .replace(/^\/?(docs\/)?/, '')
      .replace(/\.md$/, '');
    const markdown = manual.markdown(page);
    if (markdown === null) throw new NotFound('Page', 'search_docs finds pages; the page manual lists all.');
    const offset = Number(args['offset'] ?? 0);
    const end = offset + longestPart;
    const part = markdown.slice(offset, end);
    return Promise.resolve({
      page,
      markdown: replaceUnstorable(part),
      next_offset: end < markdown.length ? end : null,
      link: urlOf(`/docs/${page}`),
    });
  },
};

export const docTools: readonly Tool[] = [search, read];
