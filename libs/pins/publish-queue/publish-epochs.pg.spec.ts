import { newId } from '@pps/kernel';
import { attemptStarted, outcomeUnknown, pinQueued } from '../testing';
import { deferredUntil, fedQueue } from './fed-queue.fixture';
import { queueAhead } from './queue-ahead.query';

let queued: Awaited<ReturnType<typeof fedQueue>>;
beforeAll(async () => void (queued = await fedQueue()));
afterAll(() => queued.fed.stop());

describe('the reset of a sandbox', () => {
  it('removes the 10,000 pins of a sandbox’s older epoch a thousand at a time, and neither shows nor counts any of them meanwhile', async () => {
    const { fed, queue, feed, made, startable } = queued;
    const [projectId, accountId] = [newId(), newId()];
    const sandbox = { projectId, accountId, simulated: true as const };
    const pinId = await made(sandbox);
    await fed.db.raw(
      `insert into read.publish_queue select (jsonb_populate_record(pin, jsonb_build_object('pin_id', id))).*
       from read.publish_queue pin, (select gen_random_uuid() as id from generate_series(1, 10000)) more where pin.pin_id = ?`,
      [pinId],
    );
    for (const counted of ['publish_waiting', 'publish_waiting_project']) {
      await fed.db(`read.${counted}`).where({ project_id: projectId }).increment('ready_pins', 10_000);
    }
    await fed.db('read.publish_waiting').where({ project_id: projectId }).increment('tokens', 10_000);
    await fed.db('read.publish_waiting_total').where({ simulated: true }).increment('tokens', 10_000);
    const old = '2020-01-01T00:00:00.000Z';
    await made(sandbox, attemptStarted(1, old));
    await made(sandbox, attemptStarted(1, old), outcomeUnknown(1, old));
    await made(sandbox, attemptStarted(1, old), deferredUntil('2020-01-01T00:01:00.000Z'));
    const late = { ...sandbox, boardId: 'late' };
    const lateId = await made(late);
    const left = async () => Number((await fed.db('read.publish_queue').where({ project_id: projectId }).count())[0]?.count);
    const before = await left();

    const reset = () => feed(`project-${projectId}`, { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T10:00:00.000Z' } });
    await reset();
    expect(await left()).toBe(before - 1_000);
    const seen = async () => [
      await startable([accountId]),
      await queue.overdue(0),
      await queue.givenUp(),
      await queue.readsDue('read_board'),
      await queue.waitingOfAccount(accountId),
    ];
    expect(await seen()).toEqual([[], [], [], [], []]);
    const nothing = { ofAccount: 0, tokensOfAccount: 0, tokensOfAll: 0, projects: 0 };
    expect(await queueAhead(fed.db, accountId, true)).toEqual(nothing);

    const fresh = await made({ projectId, simulated: true, epoch: 1 });
    await feed(`pin-${lateId}`, pinQueued({ ...late, pinId: lateId, epoch: 0 }), attemptStarted());
    await reset();
    expect(await queueAhead(fed.db, accountId, true)).toEqual({ ...nothing, tokensOfAll: 1, projects: 1 });
    await fed.removeBehind();
    expect(await left()).toBe(1);
    const [waiting] = (await fed.db('read.publish_waiting')) as { account_id: string }[];
    expect(await startable([waiting?.account_id ?? ''])).toEqual([fresh]);
    expect(await queueAhead(fed.db, accountId, true)).toEqual({ ...nothing, tokensOfAll: 1, projects: 1 });
  });
});
