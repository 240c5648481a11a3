import { openMailTransport } from '@pps/mail';
import { refreshRound, type ExpiringAccount } from '@pps/connections';
import { newId } from '@pps/kernel';
import { findExpiringAccounts } from '@projections/accounts/accounts.query';
import { send, startTestSimulators, type TestSimulators } from '../../apps/simulators/testing';
import { openInstance, type Instance } from '../campaigns/refresh-crashes/instance';
import { newKey, register, type Account } from '../setup/account';
import { eventually } from '../setup/eventually';
import { mailboxOf } from '../setup/mailbox-of';
import { platformSettings } from '../setup/platform-service';
import { connectPlatformUser, type Headers } from '../setup/platform-user';
import { startMailing } from '../setup/start-mailing';
import { startService, type RunningService } from '../setup/running-service';

const dayMs = 86_400_000;
let simulators: TestSimulators;
let service: RunningService;
let orchestrator: Instance;
let mailing: ReturnType<typeof startMailing>;
let owner: Account;
let key: Headers;
let username: string;
let accountId: string;
let ahead = 0;
const errors: unknown[] = [];
const clock = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  simulators = await startTestSimulators();
  service = await startService({ ...platformSettings(simulators.url), PUBLIC_URL: 'http://pins.test' }, clock);
  orchestrator = await openInstance(service.parts);
  mailing = startMailing(service.parts, openMailTransport(`smtp://127.0.0.1:${simulators.smtpPort}`, 'Pins <pins@app.test>'));
});

afterAll(async () => {
  await mailing.stop();
  await orchestrator.stop();
  await service.stop();
  await simulators.discard();
});

beforeEach(async () => {
  await days(0);
  errors.length = 0;
  owner = await register(service.call);
  key = (await newKey(service.call, owner.session)).headers;
  username = `u${newId()}`;
  accountId = (await connectPlatformUser(service.call, key, { username })).body.account_id;
});

/** So many days after the beginning, for the platform too. */
async function days(count: number): Promise<void> {
  ahead = count * dayMs;
  await control('settings', { clock_skew_ms: ahead });
}

const control = (path: string, body: object) => send('POST', `${simulators.url}/platform/_control/${path}`, body);
const account = async () => (await service.call('GET', '/v1/platform/accounts', undefined, key)).body[0];
const refreshes = async (): Promise<number> =>
  (await send('GET', `${simulators.url}/platform/_control/tokens?username=${username}`)).json.refresh_token;
const facts = async () => (await service.parts.store.read(`connection-${accountId}`)).map(({ type }) => type);

/** What the orchestrator's duty does in one round. */
async function sweep(): Promise<ExpiringAccount | null> {
  await account();
  const { db } = service.parts;
  const expiring = (before: Date, after: ExpiringAccount | null, limit: number) => findExpiringAccounts(db, before, after, limit);
  return refreshRound({ tokens: orchestrator.tokens, clock, expiring, onError: (error) => errors.push(error) }, null);
}

it('keeps an account alive that nobody uses, from one refresh to the next', async () => {
  await days(24);
  await sweep();
  expect(await refreshes()).toBe(0);
  await days(25.5);
  await sweep();
  await sweep();
  expect(await refreshes()).toBe(1);
  await days(51);
  await sweep();
  await days(76.5);
  await sweep();
  expect([await refreshes(), errors]).toEqual([3, []]);
  expect(await facts()).toEqual(['AccountConnected', 'TokenRefreshed', 'TokenRefreshed', 'TokenRefreshed']);
  const boards = await service.call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, key);
  expect([boards.status, await account()]).toEqual([200, expect.objectContaining({ health_status: 'healthy' })]);
});

it('tries again while the platform is down, for as long as the refresh token lives', async () => {
  await days(26);
  await control('faults', { operation: 'token', status: 503, times: 1 });
  await sweep();
  expect([await refreshes(), errors]).toEqual([0, [expect.objectContaining({ code: 'platform_unavailable' })]]);
  await days(58);
  await sweep();
  expect(await refreshes()).toBe(1);
});

it('finds an account whose refresh token has died, says so once, and leaves it alone from then on', async () => {
  await days(61);
  await sweep();
  await sweep();
  await orchestrator.tokens.refreshIfExpiring(accountId);
  expect(await facts()).toEqual(['AccountConnected', 'ReconnectRequired']);
  expect(await account()).toMatchObject({
    health_status: 'reconnect_required',
    reconnect_required: true,
    health_message: 'The token has expired; reconnect the account.',
  });
});

describe('the owner of the workspace', () => {
  const mails = () => mailboxOf(simulators, owner.email);
  const asking = /Connect your platform account again/;
  const boards = () => service.call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, key);
  const die = async () => {
    await control('tokens/revoke', { username });
    expect((await boards()).body.error.code).toBe('token_revoked');
  };

  /** Until what the facts ask for has been sent or dropped. */
  const settled = () =>
    eventually('that no mail waits', async () => {
      // The head is read last: what a process has asked for before it came so far must have been taken in, too.
      const { rows } = await service.parts.db.raw<{ rows: { position: string }[] }>(
        `select position from read_store.checkpoint where name in ('reconnect-mails', 'mail-outbox')`,
      );
      const head = await service.parts.store.head();
      const waiting = await service.parts.db('mail.outbox').where({ user_id: owner.userId });
      return rows.length === 2 && rows.every(({ position }) => BigInt(position) >= head) && waiting.length === 0 ? true : undefined;
    });

  it('is announced by mail, once each time', async () => {
    await die();
    const mail = await mails().newest(asking);
    expect(mail.text).toContain(username);
    expect(mail.links.some((link) => link.endsWith(`/connections?account_id=${accountId}`))).toBe(true);
    expect((await boards()).status).toBe(409);
    await sweep();
    await settled();
    expect(await mails().all(asking)).toHaveLength(1);
    expect((await connectPlatformUser(service.call, key, { username }, accountId)).status).toBe(200);
    await die();
    await settled();
    expect(await mails().all(asking)).toHaveLength(2);
  });

  it('is not, when alerts are not wanted', async () => {
    await service.call('PATCH', '/v1/email/preferences', { alerts_enabled: false }, owner.session);
    await die();
    await settled();
    expect(await mails().all(asking)).toEqual([]);
  });
});
