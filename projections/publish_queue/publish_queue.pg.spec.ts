import { newId, type Fact } from '@pps/kernel';
import { attemptStarted, outcomeUnknown, pinQueued } from '@pps/pins/testing';
import { pinsMigrations } from '@pps/pins';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '../fed-projection.fixture';
import { publishQueueQueries } from './publish-queue.query';
import { publishQueueProjection } from './publish_queue.projection';

let fed: FedProjection;
let queue: ReturnType<typeof publishQueueQueries>;
beforeAll(async () => {
  fed = await fedProjection(publishQueueProjection);
  await migrate(fed.db, [...readStoreMigrations, ...pinsMigrations]);
  queue = publishQueueQueries(fed.db);
});
afterAll(() => fed.stop());
beforeEach(() => fed.db.raw('truncate projection.publish_queue_v1, service.publish_grant'));

let position = 0n;
interface Made {
  readonly accountId?: string;
  readonly boardId?: string;
  readonly fingerprint?: string;
}

async function made(changes: Made, ...later: readonly Fact[]): Promise<string> {
  const pinId = newId();
  const fresh = { pinId, fingerprint: pinId, boardId: pinId, accountId: newId(), ...changes };
  const facts = recorded(`pin-${pinId}`, [pinQueued(fresh), ...later], position);
  position += BigInt(facts.length);
  await fed.feed(facts);
  await fed.feed(facts);
  return pinId;
}

const ready = async (perAccount = 10) => (await queue.ready(perAccount)).map(({ pinId }) => pinId);
const deferredUntil = (nextAttemptAt: string): Fact => ({
  type: 'PinPublishDeferred',
  data: { attempt: 1, reason: 'rate_limited', message: '', deferredAt: nextAttemptAt, nextAttemptAt, counts: false },
});

describe('the publish queue', () => {
  it('offers each account its oldest pins, few at a time', async () => {
    const accountId = newId();
    const mine = [await made({ accountId }), await made({ accountId }), await made({ accountId })];
    const other = await made({});
    expect((await ready(2)).sort()).toEqual([mine[0], mine[1], other].sort());
  });

  it('holds back a pin until it is due, and offers a failed one only when it is retried', async () => {
    await made({}, attemptStarted(), deferredUntil('2100-01-01T00:00:00.000Z'));
    const due = await made({}, attemptStarted(), deferredUntil('2020-01-01T00:00:00.000Z'));
    const failed: Fact = {
      type: 'PinFailed',
      data: { errorCode: 'invalid_image', errorMessage: '', failedAt: '2026-01-01T00:00:00.000Z' },
    };
    await made({}, failed);
    expect(await queue.ready(10)).toMatchObject([{ pinId: due, attempt: 2 }]);
    const again = { accountId: newId(), boardId: '9', fingerprint: 'x', requestedAt: '2026-01-02T00:00:00.000Z' };
    await made({}, attemptStarted(), failed, { type: 'PinRetryRequested', data: again });
    expect(await queue.ready(10)).toContainEqual(expect.objectContaining({ accountId: again.accountId, boardId: '9', attempt: 2 }));
  });

  it('lets nothing else onto a board with an open call, while other boards go on', async () => {
    const accountId = newId();
    await made({ accountId, boardId: '1' }, attemptStarted());
    await made({ accountId, boardId: '1' });
    const free = await made({ accountId, boardId: '2' });
    expect(await ready()).toEqual([free]);
  });

  it('keeps equal pins apart while one is in doubt; others of the board go on', async () => {
    const accountId = newId();
    await made({ accountId, boardId: '1', fingerprint: 'same' }, attemptStarted(), outcomeUnknown());
    await made({ accountId, boardId: '1', fingerprint: 'same' });
    const different = await made({ accountId, boardId: '1', fingerprint: 'different' });
    expect(await ready()).toEqual([different]);
  });

  it('does not offer a granted attempt again, nor another pin of its board', async () => {
    const accountId = newId();
    const granted = await made({ accountId, boardId: '1' });
    await made({ accountId, boardId: '1' });
    const grant = { pin_id: granted, attempt: 1, project_id: newId(), account_id: accountId, board_id: '1', cost: 1, epoch: 1 };
    await fed.db('service.publish_grant').insert(grant);
    expect(await ready()).toEqual([]);
  });

  it('finds attempts past their deadline and looks that are due', async () => {
    const overdue = await made({}, attemptStarted(1, '2020-01-01T00:00:00.000Z'));
    await made({}, attemptStarted(1, '2100-01-01T00:00:00.000Z'));
    const due = await made({}, attemptStarted(), outcomeUnknown(1, '2020-01-01T00:00:00.000Z'));
    expect(await queue.overdue(0)).toEqual([{ pinId: overdue, attempt: 1 }]);
    expect(await queue.looksDue()).toEqual([{ pinId: due, attempt: 1, dueAt: '2020-01-01T00:00:02.000Z' }]);
  });
});
