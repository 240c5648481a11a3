import type { Fact } from '@pps/kernel';

/** The person was shown a secret for an authenticator app; nothing is asked for until a code confirms that the app has it. */
export type SecondFactorSetupStarted = Fact<
  'SecondFactorSetupStarted',
  {
    readonly userId: string;
    readonly organizationId: string;
    /** In the vault: the secret, base32. */
    readonly secretRef: string;
    readonly startedAt: string;
    /** It can be confirmed until then. */
    readonly expiresAt: string;
  }
>;

/** A code confirmed the secret: from here on every sign-in of the person asks for one. */
export type SecondFactorEnabled = Fact<
  'SecondFactorEnabled',
  {
    readonly userId: string;
    /** In the vault: the secret, base32. */
    readonly secretRef: string;
    /** The time step (30 s since 1970) of the code that confirmed it; codes of this step and before are used up. */
    readonly step: number;
    /** SHA-256 of the recovery codes, each of which works once. */
    readonly recoveryCodeHashes: readonly string[];
    readonly enabledAt: string;
  }
>;

/** A code of the app was accepted: it, and every one before it, is used up. */
export type SecondFactorCodeUsed = Fact<
  'SecondFactorCodeUsed',
  {
    readonly userId: string;
    /** The code's time step (30 s since 1970). */
    readonly step: number;
    /** The sign-in that it completed; absent where it proved who wants to change the second factor. */
    readonly ticketId?: string;
    readonly ticketExpiresAt?: string;
    readonly usedAt: string;
  }
>;

/** A recovery code was accepted in place of a code of the app: it is used up. */
export type RecoveryCodeUsed = Fact<
  'RecoveryCodeUsed',
  {
    readonly userId: string;
    /** SHA-256 of the code. */
    readonly codeHash: string;
    /** How many are left. */
    readonly left: number;
    /** The sign-in that it completed; absent where it proved who wants to change the second factor. */
    readonly ticketId?: string;
    readonly ticketExpiresAt?: string;
    readonly usedAt: string;
  }
>;

/** The person got new recovery codes; the former ones no longer work. */
export type RecoveryCodesReplaced = Fact<
  'RecoveryCodesReplaced',
  {
    readonly userId: string;
    /** SHA-256 of the new codes. */
    readonly recoveryCodeHashes: readonly string[];
    readonly replacedAt: string;
  }
>;

/** Sign-ins ask for the first factor alone again. */
export type SecondFactorDisabled = Fact<
  'SecondFactorDisabled',
  {
    readonly userId: string;
    /** The person, or an operator at the person's wish (which one is the actor of the fact), or that the address was changed to one that nobody has proven. */
    readonly by: 'user' | 'operator' | 'unproven_address';
    readonly disabledAt: string;
  }
>;

export type SecondFactorFact =
  | SecondFactorSetupStarted
  | SecondFactorEnabled
  | SecondFactorCodeUsed
  | RecoveryCodeUsed
  | RecoveryCodesReplaced
  | SecondFactorDisabled;
