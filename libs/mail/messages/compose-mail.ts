import { anchor, escapeHtml } from './html';
import type { Mail } from './mail';
import type { UnsubscribeLinks } from '../preferences/unsubscribe-token';

export interface MailContent {
  readonly to: string;
  /** Names the mail, the same every time it is sent; its beginning says what kind of mail it is. */
  readonly id: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Follows the first paragraph. */
  readonly link?: { readonly url: string; readonly text: string };
}

/** The mail as text and as HTML. `unsubscribe` adds a link and the headers for unsubscribing with one click (RFC 8058). */
export function composeMail(
  { to, id, subject, paragraphs, link }: MailContent,
  appUrl: string,
  unsubscribe: UnsubscribeLinks | null,
): Mail {
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
