import type { LinkKind } from '@pps/identity/events';
import type { MailContent } from './compose-mail';

export interface MailedToken {
  /** Where the web app is, without a slash at the end. */
  readonly appUrl: string;
  readonly token: string;
  /** For an e-mail change: the new address. */
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

/** The user's name is left out on purpose: somebody who registers another person's address must not choose the text that this person gets. */
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
    reason:
      'Somebody asked for a new password for your account at the Pin Publishing Service. The link works once and soon expires. ' +
      'If this address was never verified, choosing a password verifies it, revokes every API key of the account and disables its webhooks.',
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

/** The mail that contains a link. */
export function linkContent(kind: LinkKind, { appUrl, token, newEmail }: MailedToken): MailContent {
  const { path, subject, reason, ask, otherwise } = wordings[kind](newEmail);
  return { subject, paragraphs: [reason, otherwise], link: { url: `${appUrl}/${path}?token=${encodeURIComponent(token)}`, text: ask } };
}
