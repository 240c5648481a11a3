import { Command, Invalid, Rejected } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import { userSubject, type UserProfile } from '../users/user-profile';
import { decideStartSecondFactorSetup, secondFactorStream, enableSecondFactor, requireSetup } from './second-factor.stream';
import { newTotpSecret, totpAddress, newRecoveryCodes, recoveryCodeHash, totpStepOf } from './second-factor-codes';
import { requireRegistered, type User } from '../users/user.state';
import { userStream } from '../users/user.stream';

/** How long a secret that was shown can be confirmed. */
const setupLifetimeMs = 15 * 60_000;

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

export class ConfirmSecondFactor extends Command<readonly string[]> {
  constructor(
    readonly userId: string,
    readonly code: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface ConfirmSecondFactorDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Pick<Vault, 'get'>;
}

/**
 * Turns the second factor on by a code of the app that has its secret, and gives the recovery codes, which are shown this once. Throws
 * `Rejected('conflict')` when no setup waits and while the e-mail address is unproven, and `Invalid` for a wrong code.
 */
export async function confirmSecondFactor(
  app: ConfirmSecondFactorDeps,
  { userId, code, origin }: ConfirmSecondFactor,
): Promise<readonly string[]> {
  const enabledAt = origin.occurredAt;
  await requireProvenAddress(app.streams, userId);
  const { state } = await app.streams.load(secondFactorStream, userId);
  const { secretRef } = requireSetup(state, enabledAt);
  const secret = await app.vault.get<string>(secretRef);
  const step = secret === null ? null : totpStepOf(secret, code.replace(/\s/g, ''), new Date(enabledAt));
  if (step === null) throw new Invalid([{ loc: ['body', 'code'], msg: 'code is wrong', type: 'wrong_code' }]);
  const codes = newRecoveryCodes();
  const enabled = { userId, secretRef, step, recoveryCodeHashes: codes.map(recoveryCodeHash), enabledAt };
  await app.streams.decide(secondFactorStream, userId, origin, (current) => enableSecondFactor(enabled, current));
  return codes;
}

/** The user, when the e-mail address was proven. Throws `NotFound`, and `Rejected('conflict')`: who has somebody else's address must not lock its owner out. */
async function requireProvenAddress(streams: Pick<Streams, 'load'>, userId: string): Promise<User> {
  const user = requireRegistered((await streams.load(userStream, userId)).state);
  if (user.emailVerifiedAt === null)
    throw new Rejected(
      'conflict',
      'Verify the e-mail address first',
      {},
      { remediation: 'Ask for the link with POST /v1/auth/email/verify/request and open it.' },
    );
  return user;
}
