import type { Streams, RecordedFact } from '@pps/event-store';
import { given } from '@pps/kernel/testing';
import { pinStream } from '../pin/pin.stream';
import type { PublishQueue } from '../pacing/publish-queue';
import type { PinFact } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';
import { failPinsOfRevokedAccounts } from './waiting-pins.process';
import { attemptStarted, pinQueued } from '../testing';

const accountId = pinQueued().data.accountId;
const revoked: RecordedFact = {
  id: 'f',
  stream: `connection-${accountId}`,
  revision: 1,
  position: 10n,
  type: 'AccountRevoked',
  data: { accountId, revokedAt: '2026-11-20T10:00:05.000Z' },
  metadata: { actor: { type: 'user' }, occurredAt: '2026-11-20T10:00:05.000Z', schemaVersion: 1 },
  recordedAt: new Date('2026-11-20T10:00:05.000Z'),
};

/** What the process says of a pin of the account that waits with these facts. */
async function saidOf(...facts: PinFact[]): Promise<readonly PinFact[]> {
  const { state } = given(pinStream.decider, ...facts);
  const said: PinFact[] = [];
  const run = async (...[, , , decide]: [unknown, unknown, unknown, (state: PinState) => readonly PinFact[]]) =>
    said.push(...decide(state));
  await failPinsOfRevokedAccounts({
    streams: { decide: run } as unknown as Streams,
    publishQueue: { waitingOfAccount: async () => ['pin'] } as unknown as PublishQueue,
    queueIsFresh: async () => undefined,
    clock: () => new Date('2026-11-20T11:00:00.000Z'),
    onFailedPin: (_, error) => Promise.reject(error),
  }).react([revoked], null);
  return said;
}

const retriedAt = (requestedAt: string): PinFact => ({
  type: 'PinRetryRequested',
  data: { accountId, boardId: pinQueued().data.boardId, fingerprint: 'same', requestedAt },
});

describe('the pins of a revoked account', () => {
  it('fail where they wait', async () => {
    expect(await saidOf(pinQueued())).toMatchObject([{ type: 'PinFailed', data: { errorCode: 'account_revoked' } }]);
  });

  it('are left to their own outcome while an attempt is open', async () => {
    expect(await saidOf(pinQueued(), attemptStarted())).toEqual([]);
  });

  it('go out when they were queued after the account was connected anew', async () => {
    expect(await saidOf(pinQueued({ queuedAt: '2026-11-20T10:00:06.000Z' }))).toEqual([]);
  });

  it('go out when they were retried after the account was connected anew', async () => {
    const failed: PinFact = {
      type: 'PinFailed',
      data: { errorCode: 'token_expired', errorMessage: 'Expired.', failedAt: '2026-11-20T10:00:04.000Z' },
    };
    expect(await saidOf(pinQueued(), failed, retriedAt('2026-11-20T10:00:06.000Z'))).toEqual([]);
    expect(await saidOf(pinQueued(), failed, retriedAt('2026-11-20T10:00:04.500Z'))).toMatchObject([{ type: 'PinFailed' }]);
  });

  it('fail also behind one for which that fails, which is told', async () => {
    const [told, failed]: [string[], string[]] = [[], []];
    const run = async (_: unknown, pinId: string) => {
      if (pinId === 'broken') throw new Error('cannot be read');
      failed.push(pinId);
    };
    await failPinsOfRevokedAccounts({
      streams: { decide: run } as unknown as Streams,
      publishQueue: { waitingOfAccount: async () => ['broken', 'sound'] } as unknown as PublishQueue,
      queueIsFresh: async () => undefined,
      clock: () => new Date('2026-11-20T11:00:00.000Z'),
      onFailedPin: async (pinId) => void told.push(pinId),
    }).react([revoked], null);
    expect([failed, told]).toEqual([['sound'], ['broken']]);
  });
});
