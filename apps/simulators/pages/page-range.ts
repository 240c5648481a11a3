import { html, type SafeHtml } from '@pps/web-pages';

/** One page of a list, which is never shown whole. */
export interface PageRange {
  /** From 1. */
  readonly number: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

/** The page of that number, or the nearest one there is. */
export function pageRange(wanted: string | undefined, count: number, size: number): PageRange {
  const last = Math.max(1, Math.ceil(count / size));
  const asked = /^\d{1,9}$/.test(wanted ?? '') ? Number(wanted) : 1;
  const number = Math.min(Math.max(1, asked), last);
  return { number, last, from: (number - 1) * size, to: Math.min(count, number * size) };
}

/** The way to the pages before and after; `others` is what else their addresses keep. */
export function pageLinks({ number, last }: PageRange, others: Readonly<Record<string, string>>): SafeHtml | false {
  if (last === 1) return false;
  const link = (to: number, text: string) =>
    html`<a class="button second" href="?${new URLSearchParams({ ...others, page: String(to) }).toString()}">${text}</a>`;
  return html`<nav class="row" aria-label="Pages">
    ${number > 1 && link(number - 1, 'Newer')} <span>Page ${number} of ${last}</span> ${number < last && link(number + 1, 'Older')}
  </nav>`;
}
