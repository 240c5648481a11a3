import { Secret, TOTP } from 'otpauth';
import { createHash, randomInt } from 'node:crypto';
import { Rejected } from '@pps/kernel';
import type { AttemptWindows } from '@pps/rate-limits';
import { clientNetworkOf, type Configuration } from '@pps/runtime';
import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import type { KnownAddresses } from '../log-in/known-addresses.store';
import type { User } from '../users/user.state';
import {
  invalidTicket,
  useSecondFactor,
  wrongCode,
  activeSecondFactor,
  secondFactorStream,
  type UsedProof,
  type ActiveSecondFactor,
} from './second-factor.stream';

const issuer = 'Pin Publishing Service';
const secretBytes = 20;
/** Seconds for which a code of an authenticator app stands (RFC 6238). */
const stepSeconds = 30;
/** So many steps an app's clock may be ahead or behind. */
const stepsOfDrift = 1;

// What every authenticator app understands: SHA-1, six digits, 30 seconds.
const totp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) });

/** A new secret of 160 random bits, base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The `otpauth://` address that authenticator apps read from a QR code; `label` says whose account it is. */
export const totpAddress = (secret: string, label: string): string => totp(secret, label).toString();

/** The time step (30 s since 1970) that a code of six digits is of, at most one beside the present one; null for a wrong code. */
export function totpStepOf(secret: string, code: string, at: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = totp(secret).validate({ token: code, timestamp: at.getTime(), window: stepsOfDrift });
  return delta === null ? null : Math.floor(at.getTime() / 1_000 / stepSeconds) + delta;
}

// Without 0, 1, I, L, O, U: what is written down by hand is read again.
const recoveryAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryCodeCount = 10;
const groups = 4;
const groupLength = 6;

/** Ten new codes of 117 random bits each, as `XXXXXX-XXXXXX-XXXXXX-XXXXXX`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(''),
    ).join('-'),
  );

/** What facts hold of a code, lower-case hex: dashes, blanks and small letters make no difference. Its random bits cannot be guessed, so the hash needs no key. */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256')
    .update(`recovery code\n${code.replace(/[\s-]/g, '').toUpperCase()}`)
    .digest('hex');

/** What it takes to check codes. Attempts are counted over all processes. */
export interface SecondFactorCodesDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Pick<Vault, 'get'>;
  readonly attemptWindows: AttemptWindows;
  readonly knownAddresses: KnownAddresses;
  readonly configuration: Configuration;
}

export interface PresentedCode {
  /** Of the authenticator app, or one of those for when it is lost. */
  readonly kind: 'code' | 'recovery_code';
  readonly text: string;
  /** The client's network address. */
  readonly address: string;
}

/**
 * Uses a code up, for a sign-in's ticket or without one. Throws `Rejected`: `invalid_credentials` for a wrong code, `invalid_token` where nothing asks
 * for one (any more), `rate_limited`. Recovery codes cannot be guessed, so they work however often codes were.
 */
export async function checkSecondFactor(
  app: SecondFactorCodesDeps,
  user: User,
  code: PresentedCode,
  ticket: UsedProof['ticket'] | undefined,
  origin: Origin,
): Promise<void> {
  const { userId } = user;
  const active = activeSecondFactor(user, (await app.streams.load(secondFactorStream, userId)).state);
  if (!active) throw invalidTicket();
  if (code.kind === 'code') await countAttempt(app, user, code.address);
  const proof = await proofOf(app, active, code, origin.occurredAt);
  const used: UsedProof = { userId, proof, ...(ticket && { ticket }), at: origin.occurredAt };
  await app.streams.decide(secondFactorStream, userId, origin, (state) => useSecondFactor(used, state));
  await app.attemptWindows.clear(await attemptsSubject(app, user, code.address));
}

async function proofOf(
  app: SecondFactorCodesDeps,
  { secretRef }: ActiveSecondFactor,
  { kind, text }: PresentedCode,
  at: string,
): Promise<UsedProof['proof']> {
  if (kind === 'recovery_code') return { kind, codeHash: recoveryCodeHash(text) };
  const secret = await app.vault.get<string>(secretRef);
  const step = secret === null ? null : totpStepOf(secret, text.replace(/\s/g, ''), new Date(at));
  if (step === null) throw wrongCode();
  return { kind, step };
}

/** Counts before the code is looked at, so that parallel guesses are no more than the limit. Throws `Rejected('rate_limited')`, for a right code too. */
async function countAttempt(app: SecondFactorCodesDeps, user: User, address: string): Promise<void> {
  const { SECOND_FACTOR_FAILURES_PER_PERSON, SECOND_FACTOR_FAILURES_WINDOW } = app.configuration;
  const subject = await attemptsSubject(app, user, address);
  const { attempts, secondsLeft } = await app.attemptWindows.count({ subject }, SECOND_FACTOR_FAILURES_WINDOW);
  if (attempts <= SECOND_FACTOR_FAILURES_PER_PERSON) return;
  throw new Rejected('rate_limited', 'Too many wrong codes', { retry_after_seconds: Math.max(1, Math.ceil(secondsLeft)) });
}

/**
 * A person's attempts are counted for each address at which the person has signed in lately. All other addresses together are one, so that strangers
 * who know the password cannot use up the person's attempts.
 */
async function attemptsSubject({ knownAddresses }: SecondFactorCodesDeps, { userId, emailHash }: User, address: string): Promise<string> {
  const network = clientNetworkOf(address);
  const where = (await knownAddresses.isKnown(emailHash, network)) ? network : 'elsewhere';
  return `second factor of ${userId} from ${where}`;
}
