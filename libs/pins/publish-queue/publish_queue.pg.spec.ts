import { newId, type Fact } from '@pps/kernel';
import { attemptStarted, mediaReady, mediaUploaded, outcomeUnknown, pinQueued, preparationStarted, videoQueued } from '../testing';
import { pinsMigrations } from '../pins.migrations';
import type { PinContent } from '../events';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { pacingDuty, RoundRobin } from '../pacing/round-robin.store';
import { endPassingOver, fedProjection, passOverAfter, recorded, type FedProjection } from '@pps/read-store/testing';
import { publishQueueQueries } from './publish-queue.query';
import { queueAhead } from './queue-ahead.query';
import { publishQueueProjection } from './publish_queue.projection';

const token = fencingToken(1n);
let fed: FedProjection;
let queue: ReturnType<typeof publishQueueQueries>;
beforeAll(async () => {
  fed = await fedProjection(publishQueueProjection);
  await migrate(fed.db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
  await holdLease(fed.db, pacingDuty, token);
  queue = publishQueueQueries(fed.db);
});
afterAll(() => fed.stop());
beforeEach(() =>
  fed.db.raw(`truncate projection.publish_queue_v9, projection.publish_waiting_v9, projection.publish_waiting_project_v9,
    projection.publish_waiting_total_v9, pins.publish_grant`),
);

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

async function offered(perAccount = 10, uploads = true) {
  const accounts = (await fed.db('read.publish_waiting').where('ready_pins', '>', 0).distinct().pluck('account_id')) as string[];
  return startable(accounts, perAccount, uploads);
}
async function startable(accounts: readonly string[], perAccount = 10, uploads = true) {
  return (await queue.startable({ accounts, perAccount, uploads })).flatMap(({ pins }) => pins);
}
const ready = async (perAccount?: number) => (await offered(perAccount)).map(({ pinId }) => pinId);
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

  it('answers accounts in the order they are asked for, and none that is not asked for', async () => {
    const [first, second] = [newId(), newId()];
    const [one, two] = [await made({ accountId: first }), await made({ accountId: second })];
    await made({});
    for (const accounts of [
      [first, second],
      [second, first],
    ]) {
      const answered = await startable(accounts);
      expect(answered.map(({ pinId }) => pinId)).toEqual(accounts[0] === first ? [one, two] : [two, one]);
    }
  });

  it('names the accounts that wait a few at a time, sandboxes apart', async () => {
    const accounts = [newId(), newId(), newId()];
    for (const accountId of accounts) await made({ accountId });
    const sandbox = await made({ accountId: newId(), projectId: newId(), simulated: true });
    await made({}, attemptStarted());
    const roundRobin = new RoundRobin(fed.db, token);
    expect(await roundRobin.applyChanges()).toMatchObject({ areMore: false });
    const named = async (simulated: boolean, accountsEach: number) =>
      (await roundRobin.readNext({ simulated: [simulated], uploads: true, projects: 1, accountsEach })).accounts.map(
        ({ accountId }) => accountId,
      );
    expect([await named(false, 2), await named(false, 9)]).toEqual([accounts.slice(0, 2), accounts]);
    expect((await roundRobin.readNext({ simulated: [true], uploads: true, projects: 1, accountsEach: 9 })).accounts).toMatchObject([
      { simulated: true },
    ]);
    expect(await ready()).toContain(sandbox);
  });

  it('holds back a pin until it is due, and offers a failed one only when it is retried', async () => {
    await made({}, attemptStarted(), deferredUntil('2100-01-01T00:00:00.000Z'));
    const due = await made({}, attemptStarted(), deferredUntil('2020-01-01T00:00:00.000Z'));
    const failed: Fact = {
      type: 'PinFailed',
      data: { errorCode: 'invalid_image', errorMessage: '', failedAt: '2026-01-01T00:00:00.000Z' },
    };
    await made({}, failed);
    expect(await offered()).toMatchObject([{ pinId: due, attempt: 2 }]);
    const again = { accountId: newId(), boardId: '9', fingerprint: 'x', requestedAt: '2026-01-02T00:00:00.000Z' };
    await made({}, attemptStarted(), failed, { type: 'PinRetryRequested', data: again });
    expect(await offered()).toContainEqual(expect.objectContaining({ accountId: again.accountId, boardId: '9', attempt: 2 }));
  });

  it('offers a new pin at once, also when the clock was set back since it was queued', async () => {
    const queued = await made({ queuedAt: '2100-01-01T00:00:00.000Z' });
    expect(await ready()).toEqual([queued]);
  });

  it('offers a video first for its upload, then for its creation, and lets its board go on meanwhile', async () => {
    const { content } = videoQueued().data;
    const waiting = await made({ content });
    expect(await offered()).toMatchObject([{ pinId: waiting, attempt: 1, needsUpload: true, cost: 1 }]);
    await fed.db.raw('truncate projection.publish_queue_v9');
    const uploading = { content, accountId: newId(), boardId: '1' };
    await made(uploading, preparationStarted(1, '2020-01-01T00:00:00.000Z'));
    const beside = await made({ accountId: uploading.accountId, boardId: '1' });
    expect([await ready(), await queue.uploadsOpen(), await queue.overdue(0)]).toMatchObject([[beside], 1, [{ attempt: 1 }]]);
    const processed = await made({ content }, preparationStarted(), mediaUploaded(1, '2020-01-01T00:00:00.000Z'));
    expect(await queue.readsDue('read_video_status')).toEqual([{ pinId: processed, attempt: 1, dueAt: '2020-01-01T00:00:02.000Z' }]);
    const done = await made({ content }, preparationStarted(), mediaUploaded(), mediaReady('2020-01-01T00:00:04.000Z'));
    expect(await offered()).toContainEqual(expect.objectContaining({ pinId: done, attempt: 2, needsUpload: false }));
  });

  it('skips videos that may not be uploaded now; others of their board go on', async () => {
    const [accountId, boardId] = [newId(), '1'];
    const video = await made({ accountId, boardId, content: videoQueued().data.content });
    const image = await made({ accountId, boardId });
    expect((await offered(10, true)).map(({ pinId }) => pinId)).toEqual([video, image]);
    expect((await offered(10, false)).map(({ pinId }) => pinId)).toEqual([image]);
  });

  it('offers the oldest of a board, whether it was held back or is new, and none behind those held back until later', async () => {
    const [accountId, boardId] = [newId(), '1'];
    const later = await made({ accountId, boardId }, attemptStarted(), deferredUntil('2100-01-01T00:00:00.000Z'));
    const due = await made({ accountId, boardId }, attemptStarted(), deferredUntil('2020-01-01T00:00:00.000Z'));
    const fresh = await made({ accountId, boardId });
    expect(await ready()).toEqual([due]);
    await fed.db('projection.publish_queue_v9').where({ pin_id: due }).delete();
    expect(await ready()).toEqual([fresh]);
    const older = { ready_at: new Date('2020-01-02') };
    await fed.db('projection.publish_queue_v9').where({ pin_id: later }).update(older);
    expect(await ready()).toEqual([later]);
  });

  it('lets nothing else onto a board with an open call, while other boards go on', async () => {
    const accountId = newId();
    await made({ accountId, boardId: '1' }, attemptStarted());
    await made({ accountId, boardId: '1' });
    const free = await made({ accountId, boardId: '2' });
    expect(await ready()).toEqual([free]);
  });

  it('starts no equal pin while one has an unknown outcome; others of the board go on', async () => {
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
    await fed.db('pins.publish_grant').insert(grant);
    expect(await ready()).toEqual([]);
  });

  it('finds attempts past their deadline and reads that are due', async () => {
    const overdue = await made({}, attemptStarted(1, '2020-01-01T00:00:00.000Z'));
    await made({}, attemptStarted(1, '2100-01-01T00:00:00.000Z'));
    const due = await made({}, attemptStarted(), outcomeUnknown(1, '2020-01-01T00:00:00.000Z'));
    expect(await queue.overdue(0)).toEqual([{ pinId: overdue, attempt: 1 }]);
    expect(await queue.readsDue('read_board')).toEqual([{ pinId: due, attempt: 1, dueAt: '2020-01-01T00:00:02.000Z' }]);
  });

  it('takes waits until years that PostgreSQL cannot read, and gives up what still waits a day after its first attempt', async () => {
    const until = (nextAttemptAt: string): Fact => ({
      type: 'PinPublishDeferred',
      data: { attempt: 1, reason: 'rate_limited', message: 'a\0b', deferredAt: '2020-01-01T00:00:01.000Z', nextAttemptAt, counts: false },
    });
    const started = attemptStarted(1, '2020-01-01T00:00:00.000Z');
    const endless = await made({}, started, until('+010797-03-01T00:00:00.000Z'));
    const long = await made({}, started, until('9999-12-31T23:59:59.999Z'));
    const today = new Date(Date.now() - 60_000).toISOString();
    await made({}, attemptStarted(1, today), until(new Date(Date.now() + 60_000).toISOString()));
    await made({ queuedAt: '2020-01-01T00:00:00.000Z' });
    expect((await queue.givenUp()).toSorted()).toEqual([endless, long].toSorted());
    const rows = await fed.db('read.publish_queue').whereIn('pin_id', [endless, long]).select('ready_at');
    expect(rows.map(({ ready_at }) => ready_at.toISOString())).toEqual(['2020-01-02T00:00:01.000Z', '2020-01-02T00:00:01.000Z']);
  });

  it('asks for nothing that is passed over, and for all others, however many those are', async () => {
    const old = '2020-01-01T00:00:00.000Z';
    const poison = await Promise.all(Array.from({ length: 3 }, () => made({}, attemptStarted(1, old))));
    const inDoubt = await made({}, attemptStarted(1, old), outcomeUnknown(1, old));
    const waiting = await made({});
    const sound = await made({}, attemptStarted(1, '2020-01-01T00:00:01.000Z'));
    for (const pinId of poison) await passOverAfter(8, fed.db, 'expire', pinId);
    await passOverAfter(8, fed.db, 'reconcile', inDoubt);
    await passOverAfter(8, fed.db, 'publish', waiting);
    expect(await queue.overdue(0)).toEqual([{ pinId: sound, attempt: 1 }]);
    expect([await queue.readsDue('read_board'), await ready()]).toEqual([[], []]);
    await endPassingOver(fed.db);
    expect(await queue.overdue(0)).toHaveLength(4);
    expect([await queue.readsDue('read_board'), await ready()]).toMatchObject([[{ pinId: inDoubt }], [waiting]]);
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
    expect(await offered()).toContainEqual(expect.objectContaining({ pinId: fresh, simulated: true }));
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
