import { newId, type Fact } from '@pps/kernel';
import { endPassingOver, passOverAfter, recorded } from '@pps/read-store/testing';
import { attemptStarted, pinQueued, videoQueued } from '../testing';
import { deferredUntil, fedQueue } from './fed-queue.fixture';

let queued: Awaited<ReturnType<typeof fedQueue>>;
beforeAll(async () => void (queued = await fedQueue()));
afterAll(() => queued.fed.stop());

describe('of pins that are held back, the queue', () => {
  it('names the oldest pin that never had an attempt, of each account that has needed a new consent for a day', async () => {
    const { fed, queue, feed, made } = queued;
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const needsConsentSince = (accountId: string, at: string) =>
      feed(`connection-${accountId}`, { type: 'ReconnectRequired', data: { accountId, reason: 'token_expired', at } });
    const [long, lately, tried, fresh] = [newId(), newId(), newId(), newId()];
    const first = await made({ accountId: long, queuedAt: ago(30), content: videoQueued().data.content });
    await made({ accountId: long, queuedAt: ago(29) });
    await made({ accountId: lately, queuedAt: ago(30) });
    await made({ accountId: tried, queuedAt: ago(30) }, attemptStarted(1, ago(29)), deferredUntil(ago(28)));
    await made({ accountId: fresh, queuedAt: ago(23) });
    await made({ queuedAt: ago(30) });
    for (const accountId of [long, tried, fresh]) await needsConsentSince(accountId, ago(25));
    await needsConsentSince(lately, ago(23));
    expect(await queue.heldTooLong(null)).toEqual({ pins: [{ pinId: first, accountId: long }], next: null });
    expect((await queue.heldTooLong(long)).pins).toEqual([]);
    const [row] = (await fed.db('read.publish_consent').where({ account_id: long })) as { needed_since: Date; give_up_at: Date }[];
    expect(row && row.give_up_at.getTime() - row.needed_since.getTime()).toBe(86_400_000);
    await passOverAfter(8, fed.db, 'give up', first);
    expect((await queue.heldTooLong(null)).pins).toHaveLength(1);
    await endPassingOver(fed.db);
  });

  it('names a pin that was retried after an attempt, a day after the retry, in its turn among those that never had any', async () => {
    const { fed, queue, feed, made } = queued;
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const [long, lately] = [newId(), newId()];
    const retriedPin = (accountId: string, requestedAt: string) =>
      made({ accountId, queuedAt: ago(40) }, attemptStarted(1, ago(39)), failedAt(ago(38)), {
        type: 'PinRetryRequested',
        data: { accountId, boardId: newId(), fingerprint: newId(), requestedAt },
      });
    const retried = await retriedPin(long, ago(30));
    const untried = await made({ accountId: long, queuedAt: ago(29) });
    await retriedPin(lately, ago(23));
    for (const accountId of [long, lately]) {
      await feed(`connection-${accountId}`, { type: 'ReconnectRequired', data: { accountId, reason: 'token_expired', at: ago(31) } });
    }
    const named = async () => (await queue.heldTooLong(null)).pins.filter(({ accountId }) => [long, lately].includes(accountId));
    expect(await named()).toEqual([{ pinId: retried, accountId: long }]);
    await passOverAfter(8, fed.db, 'give up', retried);
    expect(await named()).toEqual([{ pinId: untried, accountId: long }]);
    await endPassingOver(fed.db);
  });

  it('holds none back once a refresh has worked after all or the account was revoked', async () => {
    const { queue, feed, made } = queued;
    const day = new Date(Date.now() - 30 * 3_600_000).toISOString();
    const [refreshed, revoked] = [newId(), newId()];
    const grant = { tokenRef: newId(), scopes: [], tokenExpiresAt: day, refreshedAt: day };
    const ends: readonly (readonly [accountId: string, end: Fact])[] = [
      [refreshed, { type: 'TokenRefreshed', data: { accountId: refreshed, ...grant } }],
      [revoked, { type: 'AccountRevoked', data: { accountId: revoked, projectId: newId(), revokedAt: day } }],
    ];
    for (const [accountId, end] of ends) {
      const pinId = await made({ accountId, queuedAt: day });
      const needsConsent = async () => (await queue.startable({ accounts: [accountId], perAccount: 1, uploads: true }))[0]?.needsConsent;
      const held = async () => (await queue.heldTooLong(null)).pins.filter((pin) => pin.pinId === pinId).length;
      await feed(`connection-${accountId}`, { type: 'ReconnectRequired', data: { accountId, reason: 'token_expired', at: day } });
      expect([await needsConsent(), await held()]).toEqual([true, 1]);
      await feed(`connection-${accountId}`, end);
      expect([await needsConsent(), await held()]).toEqual([false, 0]);
    }
  });

  it('goes through 300 accounts that need a new consent 200 at a time, and past those of which nothing waits', async () => {
    const { fed, queue, feed } = queued;
    const day = new Date(Date.now() - 30 * 3_600_000).toISOString();
    const needConsent = (accounts: readonly string[]) =>
      fed.feed(
        accounts.flatMap((accountId) =>
          recorded(`connection-${accountId}`, [{ type: 'ReconnectRequired', data: { accountId, reason: 'token_expired', at: day } }]),
        ),
      );
    await needConsent(Array.from({ length: 300 }, () => newId()));
    const before = await queue.heldTooLong(null);
    expect(before.next).toBeNull();
    const accounts = Array.from({ length: 300 }, () => newId());
    await needConsent(accounts);
    for (const accountId of accounts) {
      const pinId = newId();
      await feed(`pin-${pinId}`, pinQueued({ pinId, accountId, queuedAt: day }));
    }
    const first = await queue.heldTooLong(null);
    expect(first.next).not.toBeNull();
    const second = await queue.heldTooLong(first.next);
    expect(second.next).toBeNull();
    const named = [...first.pins, ...second.pins].map(({ accountId }) => accountId);
    expect(named.filter((accountId) => accounts.includes(accountId)).sort()).toEqual([...accounts].sort());
  });
});

const failedAt = (at: string): Fact => ({
  type: 'PinFailed',
  data: { errorCode: 'platform_unavailable', errorMessage: 'Down.', failedAt: at },
});
