import { newId, type Fact } from '@pps/kernel';
import { attemptStarted, mediaReady, mediaUploaded, outcomeUnknown, pinQueued, preparationStarted, videoQueued } from '@pps/pins/testing';
import { pinsMigrations } from '@pps/pins';
import type { PinContent } from '@pps/pins/events';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '../fed-projection.fixture';
import { publishQueueQueries } from './publish-queue.query';
import { queueAhead } from './queue-ahead.query';
import { publishQueueProjection } from './publish_queue.projection';

let fed: FedProjection;
let queue: ReturnType<typeof publishQueueQueries>;
beforeAll(async () => {
  fed = await fedProjection(publishQueueProjection);
  await migrate(fed.db, [...readStoreMigrations, ...pinsMigrations]);
  queue = publishQueueQueries(fed.db);
});
afterAll(() => fed.stop());
beforeEach(() => fed.db.raw('truncate projection.publish_queue_v2, service.publish_grant'));

let position = 0n;
interface Made {
  readonly projectId?: string;
  readonly epoch?: number;
  readonly simulated?: true;
  readonly accountId?: string;
  readonly boardId?: string;
  readonly fingerprint?: string;
  readonly content?: PinContent;
  readonly queuedAt?: string;
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

  it('offers a new pin at once, also when the clock was set back since it was queued', async () => {
    const queued = await made({ queuedAt: '2100-01-01T00:00:00.000Z' });
    expect(await ready()).toEqual([queued]);
  });

  it('offers a video first for its upload, then for its creation, and lets its board go on meanwhile', async () => {
    const { content } = videoQueued().data;
    const waiting = await made({ content });
    expect(await queue.ready(10)).toMatchObject([{ pinId: waiting, attempt: 1, needsUpload: true, cost: 1 }]);
    await fed.db.raw('truncate projection.publish_queue_v2');
    const uploading = { content, accountId: newId(), boardId: '1' };
    await made(uploading, preparationStarted(1, '2020-01-01T00:00:00.000Z'));
    const beside = await made({ accountId: uploading.accountId, boardId: '1' });
    expect([await ready(), await queue.uploadsOpen(), await queue.overdue(0)]).toMatchObject([[beside], 1, [{ attempt: 1 }]]);
    const processed = await made({ content }, preparationStarted(), mediaUploaded(1, '2020-01-01T00:00:00.000Z'));
    expect(await queue.videosDue()).toEqual([{ pinId: processed, attempt: 1, dueAt: '2020-01-01T00:00:02.000Z' }]);
    const done = await made({ content }, preparationStarted(), mediaUploaded(), mediaReady('2020-01-01T00:00:04.000Z'));
    expect(await queue.ready(10)).toContainEqual(expect.objectContaining({ pinId: done, attempt: 2, needsUpload: false }));
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

  it('forgets the pins of a sandbox’s older epochs, those that come late too', async () => {
    const projectId = newId();
    const reset = recorded(`project-${projectId}`, [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T10:00:00.000Z' } }]);
    await made({ projectId, simulated: true });
    const elsewhere = await made({});
    expect(await ready()).toHaveLength(2);
    await fed.feed(reset);
    await fed.feed(reset);
    await made({ projectId, simulated: true });
    expect(await ready()).toEqual([elsewhere]);
    const fresh = await made({ projectId, simulated: true, epoch: 1 });
    expect(await queue.ready(10)).toContainEqual(expect.objectContaining({ pinId: fresh, simulated: true }));
  });

  it('says what a pin would have before it: a video needs a token for its upload and one for its creation', async () => {
    const { content } = videoQueued().data;
    const accountId = newId();
    const projectId = newId();
    await made({ accountId, projectId });
    await made({ accountId, projectId, content });
    await made({ accountId, projectId, content }, preparationStarted(), mediaUploaded());
    await made({ content }, preparationStarted(), mediaUploaded(), mediaReady());
    await made({}, attemptStarted());
    expect(await queueAhead(fed.db, accountId, false)).toEqual({ ofAccount: 2, tokensOfAccount: 4, tokensOfAll: 5, projects: 2 });
    expect(await queueAhead(fed.db, accountId, true)).toEqual({ ofAccount: 0, tokensOfAccount: 0, tokensOfAll: 0, projects: 0 });
  });
});
