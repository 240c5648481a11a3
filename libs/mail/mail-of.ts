import { anchor, escapeHtml } from './mail-html';
import type { Mail } from './mail-transport';
import type { UnsubscribeLinks } from './unsubscribe-token';

export interface MailWords {
  readonly to: string;
  /** Names the mail, the same at every sending; with what it is about. */
  readonly id: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Stands after the first paragraph. */
  readonly link?: { readonly url: string; readonly text: string };
}

/** A mail as text and as HTML; with `unsubscribe`, a way out of mails of its kind, by one click too (RFC 8058). */
export function mailOf({ to, id, subject, paragraphs, link }: MailWords, appUrl: string, unsubscribe: UnsubscribeLinks | null): Mail {
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
