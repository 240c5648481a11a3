import type { Vault } from '@pps/vault';
import { linkTokenHash, newLinkToken } from './link-token';
import type { LinkKind } from './mailed-link';
import { userSubject } from '../users/user-profile';

export interface NewLink {
  readonly userId: string;
  readonly tokenHash: string;
  readonly tokenRef: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
}

const vaultKind = {
  verification: 'email_verification_token',
  password_reset: 'password_reset_token',
  email_change: 'email_change_token',
} as const satisfies Record<LinkKind, string>;

/** A new token for a mailed link, kept in the vault, with what a fact may say about it; `lifetimeMs` from `at` on. */
export async function newLink(vault: Vault, userId: string, kind: LinkKind, at: Date, lifetimeMs: number): Promise<NewLink> {
  const token = newLinkToken(userId);
  return {
    userId,
    tokenHash: linkTokenHash(token),
    tokenRef: await vault.put(userSubject(userId), vaultKind[kind], token),
    requestedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + lifetimeMs).toISOString(),
  };
}
