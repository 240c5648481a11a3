import type { SecurityMailRequested } from '@pps/identity/events';
import type { MailContent } from './compose-mail';

export type SecurityNotice = SecurityMailRequested['data']['notice'];

interface Wording {
  readonly subject: string;
  readonly what: string;
  readonly otherwise: string;
}

const notYou = 'If that was not you, choose a new password';

const wordings: Readonly<Record<SecurityNotice, (subject: string | null) => Wording>> = {
  api_key_created: (prefix) => ({
    subject: 'A new API key was made',
    what: `An API key${prefix === null ? '' : ` that begins with ${prefix}`} was made for your workspace. Whoever has it can act for you.`,
    otherwise: `${notYou} and revoke the key: DELETE /v1/api-keys/{id}.`,
  }),
  program_allowed: () => ({
    subject: 'A program may act for you now',
    what: 'You let a program act for your workspace, as you ticked it on the page. It is among your API keys.',
    otherwise: `${notYou} and revoke the key: DELETE /v1/api-keys/{id}.`,
  }),
  grant_replayed: () => ({
    subject: 'A program may not act for you any more',
    what: 'What only the program that you allowed should have came to this service a second time: somebody else may have it. So the program, and what it had made, was stopped at once. Let it act again if you still use it, and look through what it did in the meantime.',
    otherwise:
      'If that was not you, with one copy of its settings on two machines, look after the machine that it runs on, and look through your API keys.',
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    what: 'The password of your account was changed. Other sessions have ended; API keys go on working.',
    otherwise: `${notYou}, and look through your API keys.`,
  }),
  unproven_access_ended: () => ({
    subject: 'Your password was chosen, and your address is verified',
    what: 'A password was chosen by a link in a mail to this address, which had not been verified before. What the account had until then may have been somebody else’s, so every session and API key has ended, no Google account signs in any more, a second factor and its recovery codes are off, every webhook is disabled, and a deletion or change of address that was asked for is off.',
    otherwise: `${notYou}. What was yours you can make again: API keys, a second factor, webhooks (PATCH /v1/webhooks/{id} with is_enabled); signing in with a Google account of this address links it again.`,
  }),
  email_changed: () => ({
    subject: 'The e-mail address of your account was changed',
    what: 'Your account has another e-mail address now, as was approved by a link in a mail to this one. This address gets no further mails. A second factor has ended with it: set it up again once the new address is verified.',
    otherwise: 'If that was not you, somebody can read your mails here: change the password of this mailbox, and answer this mail.',
  }),
  google_linked: () => ({
    subject: 'A Google account signs in to your account now',
    what: 'Somebody signed in with a Google account of this address, which was linked to your account: it signs in without your password.',
    otherwise:
      'If that was not you, somebody else has a Google account with your address: secure that one first, then choose a new password here.',
  }),
  account_connected: (username) => ({
    subject: 'A platform account was connected',
    what: `The account${username === null ? '' : ` ${username}`} was connected to your workspace, which can publish in its name now.`,
    otherwise: `${notYou} and disconnect the account.`,
  }),
  second_factor_enabled: () => ({
    subject: 'Signing in asks for a second factor now',
    what: 'An authenticator app was set up for your account: signing in asks for one of its codes from now on. Keep the recovery codes where you find them without the app.',
    otherwise: `${notYou}, and ask the operator of the service to switch the second factor off.`,
  }),
  second_factor_disabled: () => ({
    subject: 'The second factor was switched off',
    what: 'Signing in to your account asks for no code any more: the password, or Google, is enough.',
    otherwise: `${notYou} and set the second factor up again.`,
  }),
  account_deletion_requested: (dueAt) => ({
    subject: 'Your account will be deleted',
    what: `The account and its workspace will be deleted for good${dueAt === null ? ' in some days' : ` on ${dueAt}`}: everything in it, and its subscription. Until then everything goes on, also what is scheduled. To keep the account, sign in until then and ask for it: POST /v1/auth/account/delete/cancel.`,
    otherwise: `${notYou}, and keep the account.`,
  }),
  account_deletion_canceled: () => ({
    subject: 'Your account stays',
    what: 'The account will not be deleted after all, as was asked for by somebody who is signed in to it.',
    otherwise: notYou + '.',
  }),
  account_export_requested: () => ({
    subject: 'An archive of your account was asked for',
    what: 'Somebody who is signed in asked for an archive of everything in your account and its workspace. It is being made; another mail says when it is ready.',
    otherwise: `${notYou} at once: that ends all sessions, and without one nobody gets the link to the archive.`,
  }),
  account_export_ready: (until) => ({
    subject: 'The archive of your account is ready',
    what: `The archive of your account and its workspace can be downloaded${until === null ? '' : ` until ${until}`}; then it is deleted. Sign in and ask for its link: GET /v1/auth/account/export.`,
    otherwise: `${notYou}: that ends the archive and its link, too.`,
  }),
  recovery_code_used: (left) => ({
    subject: 'A recovery code was used',
    what: `One of your recovery codes was used in place of a code of your authenticator app; it does not work again.${left === null ? '' : ` Left: ${left}.`}`,
    otherwise: `${notYou} and make new recovery codes.`,
  }),
};

/**
 * The mail that tells the owner what was changed. `about` says more: the key's prefix, the user name at the platform, the number of recovery codes
 * that are left, when the account ends or its archive does; names that users chose freely are left out. It has no link, so that nobody learns to follow
 * one, and no way out: mails about security are always sent.
 */
export function securityContent(notice: SecurityNotice, about: string | null): MailContent {
  const { subject, what, otherwise } = wordings[notice](about);
  return { subject, paragraphs: [what, otherwise] };
}
