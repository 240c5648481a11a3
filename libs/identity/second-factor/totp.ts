import { Secret, TOTP } from 'otpauth';
import { stepSeconds, stepsOfDrift } from './second-factor.policy';

const issuer = 'Pin Publishing Service';
const secretBytes = 20;

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
