import type { User } from '../users/user.state';

/** Tickets of sign-ins that were completed, as long as they would be good. */
export interface UsedTicket {
  readonly id: string;
  readonly expiresAt: string;
}

export interface ActiveSecondFactor {
  /** In the vault: the secret, base32. */
  readonly secretRef: string;
  readonly enabledAt: string;
  /** Codes of this time step and before are used up. */
  readonly lastStep: number;
  /** SHA-256 of those that are left. */
  readonly recoveryCodeHashes: readonly string[];
  readonly usedTickets: readonly UsedTicket[];
}

export interface SecondFactorState {
  /** What a code would turn on; null when nothing was begun since. */
  readonly setup: { readonly secretRef: string; readonly expiresAt: string } | null;
  /** Null while sign-ins ask for the first factor alone. */
  readonly active: ActiveSecondFactor | null;
}

/** What sign-ins ask for; null for an address that nobody has proven, whose owner must not be locked out. */
export const activeSecondFactor = (user: Pick<User, 'emailVerifiedAt'>, { active }: SecondFactorState): ActiveSecondFactor | null =>
  user.emailVerifiedAt === null ? null : active;
