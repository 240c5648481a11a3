import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '@pps/vault';
import type { Streams, Origin } from '@pps/event-store';
import type { Rejected } from '@pps/kernel';
import type { LinkKind, User, UserState } from '../users/user.state';
import { userSubject } from '../users/user-profile';
import { userStream } from '../users/user.stream';
import type { RequestOrigin } from '../users/principal';

const randomLength = 32;
const ownerLength = 22;

/** A token for a mailed link: the user's id (22 characters), then 256 random bits (43 characters), all base64url. */
export function newLinkToken(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url') + randomBytes(randomLength).toString('base64url');
}

/** The user id a token begins with, or null for other text. It proves nothing: only the token's hash does. */
export function ownerOfLinkToken(token: string): string | null {
  if (!/^[\w-]{65}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, ownerLength), 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What facts hold of a token: its SHA-256, lower-case hex. Its 256 random bits cannot be guessed, so the hash needs no key. */
export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface CreatedLink {
  readonly userId: string;
  readonly tokenHash: string;
  readonly tokenRef: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
}

const vaultKindOf = {
  verification: 'email_verification_token',
  password_reset: 'password_reset_token',
  email_change: 'email_change_token',
} as const satisfies Record<LinkKind, string>;

/** Makes a token for a mailed link, puts it into the vault and gives what a fact may hold about it. The link expires `lifetimeMs` after `at`. */
export async function createLink(vault: Vault, userId: string, kind: LinkKind, at: Date, lifetimeMs: number): Promise<CreatedLink> {
  const token = newLinkToken(userId);
  return {
    userId,
    tokenHash: linkTokenHash(token),
    tokenRef: await vault.put(userSubject(userId), vaultKindOf[kind], token),
    requestedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + lifetimeMs).toISOString(),
  };
}

/** The user a link was mailed to, and the metadata for facts that its use makes: the link is the credential. Throws `refusal()` when no user has it. */
export async function loadLinkOwner(
  streams: Pick<Streams, 'load'>,
  token: string,
  requestOrigin: RequestOrigin,
  at: string,
  refusal: () => Rejected,
): Promise<{ readonly user: User; readonly origin: Origin }> {
  const userId = ownerOfLinkToken(token);
  if (userId === null) throw refusal();
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind !== 'registered') throw refusal();
  const actor = { type: 'user', id: userId } as const;
  return { user, origin: { ...requestOrigin, organizationId: user.organizationId, actor, occurredAt: at } };
}

/** Where in the vault the tokens of a user's links of these kinds are: they are of no use once one of them was used. */
export const tokenRefs = (state: UserState, kinds: readonly LinkKind[]): readonly string[] =>
  state.kind === 'registered' ? state.links.filter(({ kind }) => kinds.includes(kind)).map(({ tokenRef }) => tokenRef) : [];
