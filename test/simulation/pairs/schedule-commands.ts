import { derivedId, Rejected } from '@pps/kernel';
import { publishPin } from '@pps/pins';
import { disconnectAccount, fireSchedule } from '@pps/use-cases';
import { PinBodies } from '../../../apps/api/pins/pin-body';
import { PinChangesController } from '../../../apps/api/pins/pin-changes.controller';
import { BulkSchedulesController } from '../../../apps/api/schedules/bulk-schedules.controller';
import { ScheduleBodies } from '../../../apps/api/schedules/schedule-body';
import { ScheduleChangesController } from '../../../apps/api/schedules/schedule-changes.controller';
import { SchedulesController } from '../../../apps/api/schedules/schedules.controller';
import { headroom, reply } from './reply';
import type { PairCommand, Request } from './pair-command';
import { pairPublishingDeps } from './pair-deps';
import { rows } from './pair-rows';
import { accountIds, projectId } from './pair-world';

const key = 'the schedule';
export const scheduleId = derivedId('schedule', projectId, 0, key);
const pinIdOfIt = derivedId('pin of schedule', scheduleId);
export const runAt = '2026-11-20T10:00:30.000Z';
const [accountId] = accountIds;
const pinBodies = new PinBodies({ linkTo: (assetId: string) => assetId } as never);
const bodies = new ScheduleBodies(pinBodies);

/** Canceled, skipped as such, or canceled and deleted since. */
const canceledAlready = ['bad_request', 'conflict', 'not_found'];

const changes = ({ deps }: Request) => new ScheduleChangesController(deps, bodies);

const edit = (what: string, body: Parameters<ScheduleChangesController['edit']>[2]): PairCommand => ({
  name: `PATCH ${what}`,
  run: (request) => changes(request).edit(request.principal, scheduleId, body),
});

const bulk = (what: 'cancel' | 'retry' | 'delete'): PairCommand => ({
  name: `bulk-${what}`,
  ...(what !== 'retry' && { isSoAlready: what === 'cancel' ? canceledAlready : ['not_found'] }),
  run: async ({ deps, principal }) => {
    const { results } = await new BulkSchedulesController(deps)[what](principal, { ids: [scheduleId] });
    const [{ status, error_code: code } = { status: 'failed', error_code: null }] = results;
    if (status !== 'succeeded' && what !== 'delete') throw new Rejected((code ?? 'conflict') as never, status);
    if (status === 'failed') throw new Rejected((code ?? 'conflict') as never, status);
  },
});

export const createScheduleCommand: PairCommand = {
  name: 'create (same key)',
  run: ({ deps, principal }) => {
    const body = { account_id: accountId, board_id: '101', title: 'Blue door', image_url: 'https://i.example/1', run_at: runAt };
    return new SchedulesController(deps, bodies).create(principal, body as never, key, reply);
  },
};

export const fire: PairCommand = {
  name: 'fire',
  run: ({ world, deps }) => fireSchedule(deps, scheduleId, world.clock()),
};

/** A worker attempts the pin that the read model shows as ready. */
export const attemptItsPin: PairCommand = {
  name: 'attempt of its pin',
  run: async ({ world, task }) => {
    const row = await world.turns.at(task, { reads: [rows] }, () => world.rows.queue.rows.get(pinIdOfIt));
    if (row?.phase === 'ready') await publishPin(pairPublishingDeps(world, task), pinIdOfIt, row.starts + 1);
  },
};

const ofItsPin = (
  name: string,
  run: (controller: PinChangesController, request: Request) => Promise<unknown>,
  isSoAlready?: readonly string[],
): PairCommand => ({
  name: `${name} of its pin`,
  ...(isSoAlready && { isSoAlready }),
  run: (request) => run(new PinChangesController(request.deps, pinBodies, headroom), request),
});

export const scheduleCommands: readonly PairCommand[] = [
  createScheduleCommand,
  edit('title', { title: 'Red door' }),
  edit('description', { description: 'A door of a harbour' }),
  edit('board_id', { board_id: '102' }),
  edit('run_at', { run_at: '2026-11-21T10:00:00.000Z' }),
  { name: 'cancel', isSoAlready: canceledAlready, run: (request) => changes(request).cancel(request.principal, scheduleId) },
  { name: 'retry', run: (request) => changes(request).retry(request.principal, scheduleId) },
  { name: 'DELETE', isSoAlready: ['not_found'], run: (request) => changes(request).delete(request.principal, scheduleId) },
  bulk('cancel'),
  bulk('retry'),
  bulk('delete'),
  fire,
  attemptItsPin,
  ofItsPin('PATCH title', (controller, { principal }) => controller.edit(principal, pinIdOfIt, { title: 'Green door' })),
  ofItsPin('retry', (controller, { principal }) => controller.retry(principal, pinIdOfIt, {}, reply)),
  ofItsPin('DELETE', (controller, { principal }) => controller.delete(principal, pinIdOfIt, {}, reply), ['not_found']),
  {
    name: 'account revoked',
    run: async ({ world, deps, principal }) => {
      await disconnectAccount(deps, principal, accountId);
      world.disconnected.add(accountId);
    },
  },
];
