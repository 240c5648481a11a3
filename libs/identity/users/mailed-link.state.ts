export type LinkKind = 'verification' | 'password_reset' | 'email_change';

/** A link in a mail, as folded from the facts; the token itself is in the vault. */
export interface MailedLink {
  readonly kind: LinkKind;
  readonly requestId: string;
  /** The address it was mailed to. */
  readonly emailHash: string;
  readonly tokenHash: string;
  readonly tokenRef: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
  readonly mailSent: boolean;
  /** Whether the next mail of its kind has to wait until the interval since this one has passed. */
  readonly delaysNextMail: boolean;
  /** Present for an e-mail change only. */
  readonly change: { readonly newEmailHash: string; readonly newAddressRef: string } | null;
}

/** Whether the link has expired at `at`; both times are RFC 3339 in UTC with milliseconds, which compare as text. */
export const hasExpired = ({ expiresAt }: Pick<MailedLink, 'expiresAt'>, at: string): boolean => expiresAt <= at;

/** Milliseconds until another mail of this kind may go to the same address; 0 when it may go now. */
export function msUntilNextMail(
  links: readonly MailedLink[],
  {
    kind,
    emailHash,
    at,
    intervalMs,
  }: { readonly kind: LinkKind; readonly emailHash: string; readonly at: string; readonly intervalMs: number },
): number {
  const same = links.filter((link) => link.kind === kind && link.emailHash === emailHash && link.delaysNextMail);
  const newest = Math.max(...same.map(({ requestedAt }) => Date.parse(requestedAt)), -Infinity);
  return Math.max(0, newest + intervalMs - Date.parse(at));
}
