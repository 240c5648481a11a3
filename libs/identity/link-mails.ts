import type { Mail } from './mail-transport';
import type { LinkKind } from './mailed-link';

export interface LinkMail {
  readonly to: string;
  /** Where the web app is, without a slash at the end. */
  readonly appUrl: string;
  readonly token: string;
  readonly requestId: string;
  /** Of an e-mail change: the address that is to be. */
  readonly newEmail: string | null;
}

interface Wording {
  readonly path: string;
  readonly subject: string;
  readonly reason: string;
  readonly ask: string;
  readonly otherwise: string;
}

const nothingHappens = 'If that was not you, ignore this mail and nothing happens.';

/** Deliberately without the user's name: whoever registers a stranger's address must not choose what we write there. */
const wordings: Readonly<Record<LinkKind, (newEmail: string | null) => Wording>> = {
  verification: () => ({
    path: 'verify-email',
    subject: 'Verify your e-mail address',
    reason: 'This address was used to register with the Pin Publishing Service.',
    ask: 'Verify it here',
    otherwise: nothingHappens,
  }),
  password_reset: () => ({
    path: 'reset-password',
    subject: 'Choose a new password',
    reason: 'Somebody asked for a new password for your account at the Pin Publishing Service. The link works once and soon expires.',
    ask: 'Choose it here',
    otherwise: nothingHappens,
  }),
  email_change: (newEmail) => ({
    path: 'email-change',
    subject: 'Approve your new e-mail address',
    reason: `The address of your account at the Pin Publishing Service is to change to ${newEmail ?? 'another one'}.`,
    ask: 'Approve it here',
    otherwise: 'If that was not you, do not follow the link, and change your password.',
  }),
};

/** The mail that brings a link, as text and as HTML; with `unsubscribe`, a way out of mails of its kind. */
export function linkMail(kind: LinkKind, mail: LinkMail, unsubscribe: { readonly page: string; readonly route: string } | null): Mail {
  const { path, subject, reason, ask, otherwise } = wordings[kind](mail.newEmail);
  const link = `${mail.appUrl}/${path}?token=${encodeURIComponent(mail.token)}`;
  const footer = unsubscribe && { text: `\nUnsubscribe: ${unsubscribe.page}\n`, html: `<p>${anchor(unsubscribe.page, 'Unsubscribe')}</p>` };
  return {
    to: mail.to,
    subject,
    text: `${reason}\n\n${ask}:\n${link}\n\n${otherwise}\n${footer?.text ?? ''}`,
    html: `<p>${escapeHtml(reason)}</p><p>${anchor(link, ask)}</p><p>${otherwise}</p>${footer?.html ?? ''}`,
    messageId: `<${kind}.${mail.requestId}@${new URL(mail.appUrl).hostname}>`,
    headers: unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe.route}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
  };
}

const anchor = (url: string, text: string) => `<a href="${escapeHtml(url)}">${text}</a>`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
