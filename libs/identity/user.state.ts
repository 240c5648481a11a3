export interface VerificationRequest {
  readonly requestId: string;
  readonly emailHash: string;
  readonly tokenHash: string;
  readonly tokenRef: string;
  readonly expiresAt: string;
  readonly mailSent: boolean;
}

export interface User {
  readonly kind: 'registered';
  readonly userId: string;
  readonly organizationId: string;
  readonly profileRef: string;
  readonly passwordRef: string;
  readonly emailHash: string;
  readonly timezone: string;
  readonly registeredAt: string;
  readonly emailVerifiedAt: string | null;
  /** Raised whenever all sessions end; a token of an older generation is refused. */
  readonly sessionGeneration: number;
  /** Links that may still be used, oldest first. */
  readonly verifications: readonly VerificationRequest[];
}

export type UserState = { readonly kind: 'none' } | User;
