import type { UnsubscribeLinks } from '../preferences/unsubscribe-token';

/** A mail as it is handed to the mail server. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same every time the same mail is sent, so that a mail program can recognise a repeat. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a mail says. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Follows the first paragraph. */
  readonly link?: { readonly url: string; readonly text: string };
}

export interface MailAddressing {
  readonly to: string;
  /** Names the mail, the same every time it is sent; its beginning says what kind of mail it is. */
  readonly id: string;
  readonly appUrl: string;
  /** Adds a link and the headers for unsubscribing with one click (RFC 8058). */
  readonly unsubscribe: UnsubscribeLinks | null;
}

/** The mail as text and as HTML. */
export function composeMail({ subject, paragraphs, link }: MailContent, { to, id, appUrl, unsubscribe }: MailAddressing): Mail {
  const [first = '', ...others] = paragraphs;
  const text = [first, ...(link ? [`${link.text}:\n${link.url}`] : []), ...others];
  const html = [escapeHtml(first), ...(link ? [anchor(link.url, link.text)] : []), ...others.map(escapeHtml)];
  if (unsubscribe) {
    text.push(`Unsubscribe: ${unsubscribe.page}`);
    html.push(anchor(unsubscribe.page, 'Unsubscribe'));
  }
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: html.map((paragraph) => `<p>${paragraph}</p>`).join(''),
    messageId: `<${id}@${new URL(appUrl).hostname}>`,
    headers: unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe.route}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
  };
}

/** Escapes text for HTML, for attributes too. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const anchor = (url: string, text: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
