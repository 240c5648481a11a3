import { importStream, type ImportState } from '@pps/imports/events';
import { userStream } from '@pps/identity/events';
import { derivedId } from '@pps/kernel';
import { acceptImport, cancelImport, importPortion } from '@pps/use-cases';
import { projectStream } from '@pps/workspaces/events';
import { removeAccountAtOnce } from './remove-account';
import type { Subject } from './check-pair';
import { breachOfPins, endOfPins, endOfSchedules, watchCalls } from './ends';
import { after, given, openProject } from './open-project';
import type { PairCommand, Request } from './pair-command';
import { pairDeps } from './pair-deps';
import { accountIds, organizationId, projectId, type PairWorld } from './pair-world';
import { finish, settle as settlePins } from './settle';
import { statesOf } from './states-of';

const [accountId] = accountIds;
const userId = derivedId('user');
const at = '2026-11-01T00:00:00.000Z';
const jobs = [derivedId('job 1'), derivedId('job 2')] as const;
const signal = new AbortController().signal;

const content = { title: 'Blue door', linkUrl: 'https://example.org/1', imageUrl: 'https://i.example/1' };
const row = { accountId, boardId: '101', content, idempotencyKey: 'the row', runAt: null as string | null };
type Row = typeof row;
const files: Readonly<Record<string, readonly Row[]>> = {
  'a file of a pin': [row],
  'a file of a schedule': [{ ...row, runAt: '2026-11-20T10:00:30.000Z' }],
};

const upload = (rows: readonly Row[], jobId?: string): PairCommand => ({
  name: 'send file',
  run: ({ deps, principal }) => {
    const read = rows.map((request) => ({ given: {}, request, fault: null }));
    const file = { sourceType: 'json' as const, sourceFilename: null, rows: read };
    return acceptImport(deps, principal, file, { id: jobId ?? deps.newId(), mayExist: false });
  },
});

async function workOff({ deps }: Pick<Request, 'deps'>, jobId: string): Promise<void> {
  while ((await importPortion(deps, jobId, signal)) === 'more');
}

const work = (which: 0 | 1): PairCommand => ({ name: `work off file ${which + 1}`, run: (request) => workOff(request, jobs[which]) });

const cancel = (which: 0 | 1): PairCommand => ({
  name: `cancel file ${which + 1}`,
  isSoAlready: ['conflict'],
  run: ({ deps, principal }) => cancelImport(deps, principal, jobs[which]),
});

async function start(rows: readonly Row[]) {
  const world = openProject();
  given(world, userStream, userId, {
    type: 'UserRegistered',
    data: { userId, organizationId, profileRef: 'p', passwordRef: 'w', emailHash: 'e', timezone: 'UTC', registeredAt: at },
  });
  given(world, projectStream, projectId, {
    type: 'ProjectCreated',
    data: { projectId, organizationId, environment: 'production', name: 'Production', timezone: 'UTC', createdAt: at },
  });
  return (await after(world, upload(rows, jobs[0]), upload(rows, jobs[1]))).end();
}

/** What is left is worked off, then pins are published. */
async function settle(world: PairWorld): Promise<void> {
  for (const jobId of statesOf(importStream, world.log.facts).keys())
    await finish(world, () => workOff({ deps: pairDeps(world, 'afterwards') }, jobId));
  await settlePins(world);
}

function shownImport(job: ImportState) {
  if (job.kind === 'none') return job.kind;
  return [job.phase, job.results.map(({ status, errorCode }) => [status, errorCode])];
}

function end(world: PairWorld): unknown {
  const states = statesOf(importStream, world.log.facts);
  const known = jobs.map((jobId) => shownImport(states.get(jobId) ?? { kind: 'none' }));
  const others = [...states].filter(([jobId]) => !jobs.includes(jobId as never)).map(([, job]) => JSON.stringify(shownImport(job)));
  return { known, others: others.sort(), schedules: endOfSchedules(world), pins: endOfPins(world) };
}

/** Two files with the same row, which are sent, worked off and canceled at once. */
export const importSubjects: readonly Subject[] = Object.entries(files).map(([name, rows]) => ({
  name,
  start: () => start(rows),
  commands: [upload(rows), work(0), work(1), cancel(0), cancel(1), removeAccountAtOnce(accountId)],
  prepare: (world) => {
    watchCalls(world);
    const stored = rows.map((request, index) => ({ rowNumber: index + 1, given: {}, request, fault: null }));
    for (const jobId of jobs) world.bodies.files.set(jobId, { rows: stored, isEnded: false });
  },
  settle,
  end,
  breach: breachOfPins,
}));
