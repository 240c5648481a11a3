import { html, renderedHtml, type SafeHtml, type WebPage } from '../web/web-page';
import { indexAddress } from './manual-files';
import type { RenderedPage } from './render-markdown';
import { longestQuestion, type SearchHit } from './search-sections';

/** Addresses on the manual's pages are relative to the web app, as on all pages. */
const inManual = (address: string): string => `../docs/${address}`;

const searchForm = (question: string): SafeHtml =>
  html`<form class="search" role="search" action="${inManual('search')}" method="get">
    <label for="q">Search the manual</label>
    <input id="q" name="q" type="search" maxlength="${longestQuestion}" value="${question}" />
    <button>Search</button>
  </form>`;

const ways = (address: string): SafeHtml =>
  html`<nav class="hint" aria-label="Manual">
    <a href="${inManual(indexAddress)}">All pages</a> · <a href="${inManual('errors')}">Errors</a> ·
    <a href="${inManual(`${address}.md`)}">This page as Markdown</a>
  </nav>`;

/** A page of the manual with the search, the way to the others and what is on it. */
export const manualPage = (address: string, { title, html: body, sections }: RenderedPage): WebPage => {
  const parts = sections.filter(({ level, anchor }) => level === 2 && anchor !== '');
  const contents = html`<details>
    <summary>On this page</summary>
    <ul>
      ${parts.map(({ heading, anchor }) => html`<li><a href="${inManual(address)}#${anchor}">${heading}</a></li>`)}
    </ul>
  </details>`;
  return {
    title,
    isWide: true,
    content: html`${searchForm('')} ${ways(address)} ${parts.length > 2 && contents}
      <article class="manual">${renderedHtml(body)}</article>`,
  };
};

/** What was found for a question; without one, the form alone. */
export const searchPage = (question: string, hits: readonly SearchHit[]): WebPage => ({
  title: 'Search the manual',
  isWide: true,
  content: html`${searchForm(question)}
    <p role="status">${question === '' ? 'Every word has to be on the page; parts of words are found too.' : foundText(hits.length)}</p>
    <ol class="ways">
      ${hits.map(
        ({ address, anchor, page, heading, snippet }) =>
          html`<li>
            <a href="${inManual(address)}${anchor && `#${anchor}`}">${heading === '' || heading === page ? page : `${page}: ${heading}`}</a>
            <p class="hint">${snippet.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text))}</p>
          </li>`,
      )}
    </ol>
    <p><a href="${inManual(indexAddress)}">All pages</a></p>`,
});

const foundText = (count: number): string =>
  count === 0 ? 'Nothing was found. Try fewer words, or a part of one.' : `${count} ${count === 1 ? 'place' : 'places'}, the best first.`;

/** An address below `/docs/` that the manual does not have. */
export const missingManualPage = (): WebPage => ({
  status: 404,
  tone: 'bad',
  title: 'The manual has no such page',
  content: html`<p>It may have another name in this release. Search for it, or choose it from the list.</p>
    ${searchForm('')}
    <p><a class="button" href="${inManual(indexAddress)}">All pages</a></p>`,
});
