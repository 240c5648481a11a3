import type { Vault } from '@pps/vault';
import { linkTokenHash, newLinkToken } from './link-token';
import type { LinkKind } from '../users/mailed-link.state';
import { userSubject } from '../users/user-profile';

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
