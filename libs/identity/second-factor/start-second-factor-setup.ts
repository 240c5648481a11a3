import { Command } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import { userSubject, type UserProfile } from '../users/user-profile';
import { requireProvenAddress } from './require-proven-address';
import { decideStartSecondFactorSetup } from './second-factor.decider';
import { setupLifetimeMs } from './second-factor.policy';
import { secondFactorStream } from './second-factor.stream';
import { newTotpSecret, totpAddress } from './totp';

export interface SecondFactorSetup {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://`: what authenticator apps read from a QR code. */
  readonly address: string;
  readonly expiresAt: string;
}

export class StartSecondFactorSetup extends Command<SecondFactorSetup> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface StartSecondFactorSetupDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
}

/**
 * Makes a secret for an authenticator app, which replaces one that was not confirmed. Throws `NotFound`, and `Rejected('conflict')` while the second
 * factor is on, and while the e-mail address is unproven: whoever registered somebody else's address must not lock its owner out.
 */
export async function startSecondFactorSetup(
  app: StartSecondFactorSetupDeps,
  { userId, origin }: StartSecondFactorSetup,
): Promise<SecondFactorSetup> {
  const user = await requireProvenAddress(app.streams, userId);
  const profile = await app.vault.get<UserProfile>(user.profileRef);
  const secret = newTotpSecret();
  const secretRef = await app.vault.put(userSubject(userId), 'totp_secret', secret);
  const startedAt = origin.occurredAt;
  const expiresAt = new Date(Date.parse(startedAt) + setupLifetimeMs).toISOString();
  const started = { userId, organizationId: user.organizationId, secretRef, startedAt, expiresAt };
  let replaced: readonly string[] = [];
  await app.streams.decide(secondFactorStream, userId, origin, (state) => {
    replaced = state.setup ? [state.setup.secretRef] : [];
    return decideStartSecondFactorSetup(started, state);
  });
  await app.vault.remove(replaced);
  return { secret, address: totpAddress(secret, profile?.email ?? userId), expiresAt };
}
