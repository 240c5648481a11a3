import type { ApiKeyRecord } from 'pin-publishing';

/** Whether a key worked at a moment. */
export function keyStateAt({ revoked_at: revoked, expires_at: expires }: Pick<ApiKeyRecord, 'revoked_at' | 'expires_at'>, at: Date) {
  if (revoked !== null && revoked <= at) return 'revoked';
  return expires !== null && expires <= at ? 'expired' : 'worked';
}
