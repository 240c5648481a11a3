import { cleanOutsideText } from '@pps/kernel';
import { html, type SafeHtml } from '@pps/web-pages';
import { pageLinks, type PageRange } from '../pages/page-range';
import { shownTime, type SimulatorPage } from '../pages/simulator-page';
import type { StoredMessage } from './mailbox';

interface MailboxView {
  /** Newest first. */
  readonly messages: readonly StoredMessage[];
  readonly count: number;
  readonly range: PageRange;
  readonly to: string;
}

const mostShown = { subject: 200, text: 140 } as const;

/** All mails that were sent, or those to one address. */
export const mailboxPage = ({ messages, count, range, to }: MailboxView): SimulatorPage => ({
  party: 'mail',
  title: 'Mailbox',
  isWide: true,
  content: html`<p>Every mail that the service has sent, whoever it was for. The newest 10,000 are kept.</p>
    <form method="get" action="/mail/">
      <label for="to">Only mails to</label>
      <input id="to" name="to" type="search" value="${to}" maxlength="254" autocomplete="off" />
      <button>Show</button>
    </form>
    <h2>${count === 1 ? '1 mail' : `${count.toLocaleString('en-US')} mails`}</h2>
    ${count === 0 && html`<p>None yet. Register a user, and the first one arrives here.</p>`}
    <ul class="mails">
      ${messages.map(
        ({ id, to: recipient, subject, text, received_at: at }) =>
          html`<li>
            <a href="/mail/message/${id}"
              ><strong><bdi>${beginningOf(subject, mostShown.subject) || '(no subject)'}</bdi></strong>
              <span>to <bdi>${recipient}</bdi>, ${shownTime(Date.parse(at))}</span
              ><small><bdi>${beginningOf(text, mostShown.text)}</bdi></small></a
            >
          </li>`,
      )}
    </ul>
    ${pageLinks(range, to === '' ? {} : { to })}
    <p class="hint">
      For programs: <a href="/mail/messages"><code>GET /mail/messages?to=</code></a
      >.
    </p>`,
});

function beginningOf(text: string, most: number): string {
  const words = cleanOutsideText(text, most * 20)
    .replace(/\s+/g, ' ')
    .trim();
  const beginning = cleanOutsideText(words, most);
  return beginning === words ? words : `${beginning}…`;
}

/** One mail: its HTML in a frame in which nothing runs, its text, its links. */
export const messagePage = ({ id, to, subject, text, html: markup, links, received_at: at }: StoredMessage): SimulatorPage => ({
  party: 'mail',
  title: beginningOf(subject, mostShown.subject) || '(no subject)',
  isWide: true,
  content: html`<dl>
      <dt>To</dt>
      <dd><bdi>${to}</bdi></dd>
      <dt>Received</dt>
      <dd>${shownTime(Date.parse(at))}</dd>
    </dl>
    ${
      markup !== '' &&
      html`<h2>As it is shown</h2>
        <iframe
          src="/mail/message/${id}/html"
          title="The mail as a mail program shows it"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>`
    }
    <h2>As plain text</h2>
    ${text === '' ? html`<p>The mail has no text.</p>` : html`<pre>${withLinks(text)}</pre>`}
    ${
      links.length > 0 &&
      html`<h2>Where it leads</h2>
        <ul>
          ${links.map((address) => html`<li>${linkTo(address)}</li>`)}
        </ul>`
    }
    <p><a class="button second" href="/mail/">All mails</a></p>`,
});

export const missingMessagePage = (): SimulatorPage => ({
  party: 'mail',
  status: 404,
  title: 'There is no such mail',
  content: html`<p>It was dropped for newer ones, or was never there.</p>
    <p><a class="button" href="/mail/">All mails</a></p>`,
});

const linkTo = (address: string): SafeHtml => html`<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`;

/** The text, its web addresses as links; nothing else becomes one. */
function withLinks(text: string): readonly (SafeHtml | string)[] {
  return text.split(/(https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?])/i).map((part, n) => (n % 2 === 1 ? linkTo(part) : part));
}
