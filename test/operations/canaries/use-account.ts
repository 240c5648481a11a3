import { newId } from '@pps/kernel';
import { send } from '../../../apps/simulators/testing';
import { logIn, newKey, register } from '../../setup/account';
import { bearer } from '../../setup/caller';
import { mailboxOf, tokenIn } from '../../setup/mailbox-of';
import { connectPlatformUser, type Headers } from '../../setup/platform-user';
import type { WholeService } from '../../story/whole-service';
import type { Planted } from './planted';

export interface Owner {
  readonly session: Headers;
  readonly accountId: string;
}

const personalFields = [
  'tax_id',
  'company_name',
  'billing_phone',
  'address_line1',
  'address_line2',
  'address_city',
  'address_state',
] as const;

/** Signs up, recovers, changes and fills in every field of an account. */
export async function useAccount({ call, simulatorsUrl }: WholeService, { plant, word }: Planted): Promise<Owner> {
  const address = (what: string) => plant('personal', what, `canary.${newId()}@example.test`);
  const email = address('e-mail');
  const names = { full_name: word('personal', 'name'), workspace_name: word('personal', 'workspace') };
  const account = await register(call, { email, password: word('secret', 'password'), ...names });
  plant('secret', 'access token', String(account.session['authorization']).slice('Bearer '.length));
  const box = mailboxOf({ url: simulatorsUrl }, email);
  const verification = await box.newest(/Verify/);
  await call('GET', `/v1/auth/email/verify?token=${plant('secret', 'verification token', tokenIn(verification))}`);
  plant('secret', 'unsubscribe token', new URL(verification.links[1] ?? '').searchParams.get('token') ?? '');
  await call('POST', '/v1/auth/forgot-password', { email });
  const reset = plant('secret', 'reset token', tokenIn(await box.newest(/new password/)));
  const second = word('secret', 'password after reset');
  await call('POST', '/v1/auth/reset-password', { token: reset, password: second });
  const session = bearer(plant('secret', 'second access token', (await logIn(call, email, second)).body.access_token));
  await logIn(call, email, word('secret', 'wrong password'));
  const changed = word('secret', 'changed password');
  const wrong = { current_password: word('secret', 'wrong current password'), new_password: changed };
  await call('POST', '/v1/auth/change-password', wrong, session);
  await call('POST', '/v1/auth/change-password', { current_password: second, new_password: changed }, session);
  await call('POST', '/v1/auth/email/change/request', { new_email: address('new e-mail') }, session);
  const approval = plant('secret', 'approval token', tokenIn(await box.newest(/Approve/)));
  await call('GET', `/v1/auth/email/change/confirm?token=${approval}`);
  const profile = Object.fromEntries(personalFields.map((field) => [field, word('personal', field)]));
  await call('PUT', '/v1/auth/profile', { ...profile, billing_email: address('billing e-mail') }, session);
  const key = await newKey(call, session);
  plant('secret', 'API key', key.headers['x-api-key']);
  const switched = await call('POST', '/v1/projects/switch', { project_id: account.projectId }, key.headers);
  plant('secret', "access token of a key's", switched.body.access_token);
  const username = plant('personal', 'platform username', `canary-${newId()}`);
  const connected = await connectPlatformUser(call, session, { username });
  return { session, accountId: connected.body.account_id };
}

/** Signs in through Google and plants what goes to and fro. */
export async function useGoogle({ call }: WholeService, { plant, word }: Planted): Promise<void> {
  const start = await call('GET', '/v1/auth/google/login');
  plant('secret', 'sign-in cookie', /=([\w-]{43});/.exec(start.headers.get('set-cookie') ?? '')?.[1] ?? '');
  const form = {
    decision: 'approve',
    email: `canary.${newId()}@example.test`,
    name: word('personal', "Google's name"),
    email_verified: 'true',
  };
  plant('personal', "Google's e-mail", form.email);
  const consented = await send('POST', start.headers.get('location') ?? '', new URLSearchParams(form));
  const back = new URL(consented.headers.get('location') ?? '');
  plant('secret', "Google's code", back.searchParams.get('code') ?? '');
  plant('secret', "Google's state", back.searchParams.get('state') ?? '');
  const page = new URL((await call('GET', back.pathname + back.search)).headers.get('location') ?? '');
  const token = plant('secret', 'handoff token', page.searchParams.get('token') ?? '');
  const { body } = await call('POST', '/v1/auth/google/complete', { token });
  plant('secret', "access token of Google's", body.access_token);
}

/** Webhooks, whose secrets sign what a receiver gets, and a pin whose outcome is sent to it. */
export async function useWebhooks({ call }: WholeService, { plant, word }: Planted, { session, accountId }: Owner): Promise<void> {
  const url = 'http://127.0.0.1:9/hook';
  const secret = word('secret', 'webhook secret');
  const headers = { Authorization: word('secret', 'header of a webhook') };
  const { body } = await call('POST', '/v1/webhooks', { url, secret, events: ['*'], headers }, session);
  await call('PATCH', `/v1/webhooks/${body.id}`, { secret: word('secret', 'new webhook secret') }, session);
  const made = await call('POST', '/v1/webhooks', { url }, session);
  plant('secret', 'webhook secret of ours', made.body.secret);
  const boards = await call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, session);
  const pin = {
    account_id: accountId,
    board_id: boards.body[0].id,
    title: 'A blue door',
    image_url: 'https://images.example.test/door.jpg',
  };
  const created = await call('POST', '/v1/pins', pin, session);
  if (created.status !== 201) throw new Error(`no pin: ${created.status}`);
}
