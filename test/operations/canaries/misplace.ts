import { newId } from '@pps/kernel';
import type { Headers } from '../../setup/platform-user';
import type { WholeService } from '../../story/whole-service';

export interface Refused {
  readonly source: string;
  readonly text: string;
}

/** Sends a secret to everywhere it does not belong; gives the bodies of all refusals. */
export async function misplace({ url }: WholeService, session: Headers, secret: string): Promise<readonly Refused[]> {
  const refusals: Refused[] = [];
  const encoded = encodeURIComponent(secret);
  const send = async (method: string, path: string, body?: string | object, headers: Headers = session) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = { method, headers: { ...type, ...headers }, redirect: 'manual' as const, signal: AbortSignal.timeout(120_000) };
    const response = await fetch(`${url}${path}`, text === undefined ? sent : { ...sent, body: text });
    const answer = await response.text();
    if (response.status >= 500) throw new Error(`${method} ${path.split('?')[0]} answered ${response.status}`);
    if (response.status >= 400) refusals.push({ source: `${method} ${path.replaceAll(encoded, '…')}`, text: answer });
  };
  const json = { accept: 'application/json' };
  const long = { email: `nobody.${newId()}@example.test`, password: secret };
  await send('POST', '/v1/auth/login', long, {});
  await send('POST', '/v1/auth/login', { email: secret, password: 'x' }, {});
  await send('POST', '/v1/auth/register', { full_name: secret, email: secret, password: secret, timezone: secret }, {});
  await send('POST', '/v1/auth/register', { full_name: { text: secret }, email: [secret], password: 7 }, {});
  await send('POST', '/v1/auth/reset-password', { token: secret, password: 'long enough' }, {});
  await send('POST', '/v1/auth/google/complete', { token: secret }, {});
  for (const path of ['email/verify', 'email/change/confirm']) await send('GET', `/v1/auth/${path}?token=${encoded}`, undefined, {});
  for (const path of ['auth/google', 'platform/oauth'])
    await send('GET', `/v1/${path}/callback?code=${encoded}&state=${encoded}`, undefined, json);
  await send('GET', `/v1/email/unsubscribe?workspace_id=${newId()}&token=${encoded}`, undefined, {});
  await send('GET', '/v1/pins', undefined, { authorization: `Bearer ${secret}x` });
  await send('GET', '/v1/pins', undefined, { authorization: `Bearer pps_${secret}` });
  await send('GET', '/v1/pins', undefined, { authorization: `Basic ${secret}` });
  await send('GET', '/v1/pins', undefined, { 'x-api-key': `${secret}x` });
  await send('GET', `/v1/pins?limit=${encoded}&status=${encoded}&account_id=${encoded}&since=${encoded}&sort=${encoded}`);
  await send('GET', `/v1/billing/quota-ledger?cursor=${encoded}&month=${encoded}`);
  await send('GET', `/v1/webhooks/${encoded}`);
  await send('GET', `/v1/nowhere?token=${encoded}`);
  await send('POST', '/v1/pins', `{"title": "${secret}`);
  await send('POST', '/v1/pins', {
    title: secret.repeat(10),
    account_id: secret,
    board_id: secret,
    image_url: secret,
    idempotency_key: secret,
  });
  await send('POST', '/v1/pins', { title: 'a' }, { ...session, 'idempotency-key': secret.slice(0, 255), 'content-type': 'text/plain' });
  await send('POST', '/v1/webhooks', { url: secret, secret, events: [secret] });
  await send('POST', '/v1/api-keys', { name: 'a', scopes: [secret], platform_account_ids: [secret] });
  await send('PUT', '/v1/auth/profile', { billing_email: { secret }, billing_phone: secret.repeat(10) });
  await send('POST', '/v1/auth/change-password', { current_password: secret, new_password: 'x' });
  return refusals;
}
