import { Streams } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { pinStream } from '@pps/pins/events';
import { proposalStream, type ProposedWrite } from '@pps/proposals/events';
import { proposalMade } from '@pps/proposals/testing';
import { scheduleStream } from '@pps/schedules/events';
import { approveProposal, createPin, createSchedule, editPin, resumeAgreements, type UseCaseDeps } from '@pps/use-cases';
import { accountId, append, depsOf, openProposalProject, writeOf } from './open-proposal-project';
import { storeOfProcess } from './stopped-process';

const begin = Date.parse('2026-11-20T10:00:00.000Z');
const inFiveDays = begin + 5 * 86_400_000;

/** A proposal of a key: two pins, a schedule, and changes of what was there before. */
async function openWorld() {
  const store = openInMemoryEventStore();
  const { person, keyId } = await openProposalProject(store);
  let nowMs = begin;
  const clock = () => new Date(nowMs);
  const app = depsOf(store, clock);
  const pinOf = async (title: string) =>
    (await createPin(app, person, { ...writeOf(title, null), idempotencyKey: title }, 'api')).pin.pinId;
  const [waiting, failed] = [await pinOf('waiting'), await pinOf('failed')];
  const fail = async (pinId: string) => {
    const { revision } = await new Streams(store).load(pinStream, pinId);
    const failure = { errorCode: 'board_not_found', errorMessage: 'Gone', failedAt: clock().toISOString() };
    await append(store, `pin-${pinId}`, 'PinFailed', failure, revision);
  };
  await fail(failed);
  const later = { accountId, boardId: '1', content: writeOf('later', null).content, runAt: new Date(inFiveDays).toISOString() };
  const { scheduleId } = (await createSchedule(app, person, { ...later, idempotencyKey: 'later' })).schedule;
  nowMs += 1_000;
  const changes = { title: 'changed' };
  const items: readonly ProposedWrite[] = [
    writeOf('one', null),
    writeOf('two', null),
    writeOf('three', inFiveDays),
    { action: 'change_pin', accountId, pinId: waiting, changes },
    { action: 'change_schedule', accountId, scheduleId, changes },
    { action: 'retry_pin', accountId, pinId: failed },
  ];
  const { projectId, organizationId, userId } = person;
  const made = proposalMade({ projectId, organizationId, proposedBy: { userId, keyId }, items });
  const { proposalId: id } = made.data;
  await append(store, `proposal-${id}`, made.type, made.data, 'no_stream');
  const load = async () => {
    const { state } = await new Streams(store).load(proposalStream, id);
    if (state.kind === 'none') throw new Error('no proposal');
    return state;
  };
  return {
    ...{ store, person, keyId, clock, app, fail, waiting, failed, scheduleId, id, load },
    wait: (ms: number) => void (nowMs += ms),
    approve: (by: UseCaseDeps) => approveProposal(by, person, id, { choices: null, by: 'page' }),
    statuses: async () => (await load()).items.map(({ status }) => status),
    title: async (pinId: string) => {
      const { state } = await new Streams(store).load(pinStream, pinId);
      return state.kind === 'pin' ? state.content.title : null;
    },
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** An approval on a process that stops at its nth append; whether it has got so far. */
async function approveUntil({ store, clock, approve }: World, appends: number, isWritten: boolean): Promise<boolean> {
  const dying = depsOf(storeOfProcess(store, appends, isWritten), clock);
  return approve(dying).then(
    () => false,
    () => true,
  );
}

const all = (status: string) => Array(6).fill(status);

test.each([false, true])('a stop at any append (written: %s) leaves nothing that the service does not finish, once', async (isWritten) => {
  let appends = 0;
  let isStopped = true;
  while (isStopped) {
    appends += 1;
    const world = await openWorld();
    isStopped = await approveUntil(world, appends, isWritten);
    world.wait(29_000);
    const before = await world.statuses();
    await resumeAgreements(world.app, world.id);
    // Whoever carries it out is given some time.
    expect(await world.statuses()).toEqual(before);
    world.wait(2_000);
    await Promise.all([resumeAgreements(world.app, world.id), resumeAgreements(depsOf(world.store, world.clock), world.id)]);
    await resumeAgreements(world.app, world.id);
    const isAgreed = appends > 1 || isWritten;
    expect([appends, await world.statuses()]).toEqual([appends, all(isAgreed ? 'approved' : 'waiting')]);
    if (!isAgreed) continue;
    const counted = await countFacts(world);
    expect(counted).toEqual({ PinQueued: 4, ScheduleCreated: 2, PinEdited: 1, ScheduleEdited: 1, PinRetryRequested: 1 });
    expect([await world.title(world.waiting), (await world.load()).items[0]]).toMatchObject(['changed', { pinId: expect.any(String) }]);
  }
  expect(appends).toBeGreaterThan(8);
});

async function countFacts({ store }: World): Promise<Record<string, number>> {
  const types = ['PinQueued', 'ScheduleCreated', 'PinEdited', 'ScheduleEdited', 'PinRetryRequested'];
  const counts = Object.fromEntries(types.map((type) => [type, 0]));
  const [ending, head] = [new AbortController(), await store.head()];
  for await (const { type, position } of store.subscribe(null, ending.signal)) {
    if (type in counts) counts[type] = (counts[type] ?? 0) + 1;
    if (position >= head) break;
  }
  ending.abort();
  return counts;
}

test('who agreed is no more, or a day has gone by: what was not done fails, and what was done is told', async () => {
  const lose: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
    'Who agreed is no more': async ({ store, person: { userId } }) => {
      const { revision } = await store.last(`user-${userId}`).then((fact) => fact ?? { revision: 0 });
      return append(store, `user-${userId}`, 'UserForgotten', { userId, forgottenAt: '2026-11-20T10:00:02.000Z' }, revision);
    },
    'within a day': async ({ wait }) => wait(86_400_000),
  };
  for (const [words, happens] of Object.entries(lose)) {
    const world = await openWorld();
    // The agreement, and something that was made of it.
    expect(await approveUntil(world, 5, true)).toBe(true);
    await happens(world);
    world.wait(31_000);
    await resumeAgreements(world.app, world.id);
    const { items } = await world.load();
    const [approved, failed] = ['approved', 'failed'].map((status) => items.filter((item) => item.status === status));
    expect([approved!.length > 0, failed!.length > 0, approved!.length + failed!.length]).toEqual([true, true, 6]);
    for (const item of failed!) expect(item).toMatchObject({ errorCode: 'proposal_closed', errorMessage: expect.stringContaining(words) });
    const { PinQueued: pins = 0 } = await countFacts(world);
    expect(approved!.filter(({ write }) => write.action === 'publish')).toHaveLength(pins - 2);
  }
});

test('a double submission carries out once and records no retry as failed', async () => {
  const world = await openWorld();
  const both = [world.app, depsOf(world.store, world.clock)].map((app) => world.approve(app));
  await Promise.all(both);
  expect(await world.statuses()).toEqual(all('approved'));
  expect(await countFacts(world)).toMatchObject({ PinQueued: 4, PinEdited: 1, PinRetryRequested: 1 });
});

test('what others changed between the look and the agreement is looked at again', async () => {
  const world = await openWorld();
  const titled = (title: string) => (pin: { readonly boardId: string; readonly content: object }) =>
    ({ boardId: pin.boardId, content: { ...pin.content, title } }) as never;
  await approveUntil(world, 1, true);
  await editPin(world.app, world.person, { pinId: world.waiting }, titled('of others'));
  await editPin(world.app, world.person, { pinId: world.failed }, titled('of others'));
  world.wait(31_000);
  await resumeAgreements(world.app, world.id);
  const { items } = await world.load();
  expect(items.map(({ status }) => status)).toEqual(['approved', 'approved', 'approved', 'failed', 'approved', 'failed']);
  expect(items[3]).toMatchObject({ errorCode: 'conflict', remediation: expect.stringContaining('Look at it again') });
  expect(await world.title(world.waiting)).toBe('of others');
  await world.approve(world.app);
  expect(await world.statuses()).toEqual(all('approved'));
  const { state } = await new Streams(world.store).load(scheduleStream, world.scheduleId);
  expect(state).toMatchObject({ content: { title: 'changed' } });
});
