import type { PlatformToken } from './platform';

const digits = 25;

/** The id of a simulated board, user or pin, from a UUID: 26 digits, so never one of the platform's own, which are below 2^64. */
export function simulatedId(uuid: string): string {
  const number = BigInt(`0x${uuid.replaceAll('-', '').slice(-20)}`);
  return `9${number.toString().padStart(digits, '0')}`;
}

export const isSimulatedId = (text: string): boolean => /^9\d{25}$/.test(text);

/** The simulated platform's pin of ours, always the same; its address is one that never resolves (RFC 2606). */
export function simulatedPin(pinId: string): { readonly id: string; readonly url: string } {
  const id = simulatedId(pinId);
  return { id, url: `https://sandbox.invalid/pin/${id}` };
}

// Years after 9999 have no four-digit form.
const never = new Date('9999-12-31T00:00:00.000Z');

/** Tokens that no platform would take and that never expire: what a simulated account is connected with. */
export const simulatedToken = (scopes: readonly string[]): PlatformToken => ({
  accessToken: 'simulated',
  refreshToken: 'simulated',
  scopes,
  expiresAt: never,
  refreshTokenExpiresAt: null,
});
