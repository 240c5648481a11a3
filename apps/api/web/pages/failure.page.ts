import { html, type WebPage } from '../web-page';

/** What is shown instead of a page that could not be made. */
export function failurePage(status: number, requestId: string): WebPage {
  if (status === 404) return missingPage();
  const cause =
    status === 503
      ? 'The service is not available at the moment. Nothing was lost; wait a few seconds, go back and try again.'
      : status === 429
        ? 'There were too many attempts. Wait some minutes, go back and try again.'
        : status < 500
          ? 'The request could not be read. Open the link from the mail again, or start over.'
          : 'Something went wrong here. Go back and try again.';
  const report = html`<p class="hint">If it stays like this, report <code>${requestId}</code>.</p>`;
  return {
    status,
    tone: 'bad',
    title: 'That did not work',
    content: html`<p role="alert">${cause}</p>
      ${report}`,
  };
}

/** There is no such page. */
export const missingPage = (): WebPage => ({
  status: 404,
  tone: 'bad',
  title: 'There is no such page',
  content: html`<p>
      The address may be mistyped or incomplete. A link from a mail works only as a whole: copy all of it, or click it in the mail.
    </p>
    <p><a class="button" href=".">Go to the start page</a></p>`,
});
