import type { SafeHtml } from '@pps/web-pages';

export { html, hiddenField, renderedHtml, textOf, type SafeHtml } from '@pps/web-pages';

/** What a browser is shown; addresses in it are relative to the web app's root. */
export interface WebPage {
  /** 200 when absent. */
  readonly status?: number;
  /** The heading, and the beginning of the window's title. */
  readonly title: string;
  readonly tone?: 'good' | 'bad';
  /** Whether it needs the width of the window: pages of the manual with their tables. */
  readonly isWide?: boolean;
  readonly content: SafeHtml;
  /** Where its form may lead beside this service: an origin, or a scheme with a colon. */
  readonly formTarget?: string;
}
