import type { CreatedApiKey, requestDeviceSignIn } from '@pps/identity';
import type { Configuration } from '@pps/runtime';
import type { GrantOutcome } from '@pps/use-cases';

/** The answer to a terminal that begins: where its person goes, and with which code. */
export function deviceBody(
  { deviceCode, userCode, seconds, pollEverySeconds }: Awaited<ReturnType<typeof requestDeviceSignIn>>,
  { PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>,
) {
  const page = `${PUBLIC_URL.replace(/\/+$/, '')}/app/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: seconds,
    interval: pollEverySeconds,
  };
}

/** The tokens that a program gets, with what it may do, which is not always what it asked for. */
export const pairBody = ({ access, refresh, accessEndsAt, scopes }: GrantPair, now: Date) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: Math.max(1, Math.floor((accessEndsAt.getTime() - now.getTime()) / 1_000)),
  refresh_token: refresh,
  scope: scopes.join(' '),
});

type GrantPair = Extract<GrantOutcome, { refusal: null }>['pair'];

/** The key that a terminal gets. */
export function tokenBody({ key, text }: CreatedApiKey, now: Date) {
  const { expiresAt = null } = key;
  return {
    access_token: text,
    token_type: 'Bearer',
    ...(expiresAt !== null && { expires_in: Math.round((Date.parse(expiresAt) - now.getTime()) / 1_000), expires_at: expiresAt }),
    scope: key.scopes.join(' '),
    key_id: key.keyId,
    key_name: key.name,
    key_prefix: key.prefix,
    workspace_id: key.projectId,
    environment: key.prefix.startsWith('pps_test_') ? 'sandbox' : 'production',
    platform_account_ids: key.accountIds,
  };
}
