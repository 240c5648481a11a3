import { scheduleStream } from '@pps/schedules/events';
import { heldUnits } from '../held-units';
import { VirtualProcess } from '../virtual-process';
import type { ScheduleClients } from './schedule-clients';
import type { ScheduleWorld } from './schedule-world';

/** Checks that each schedule of the present epoch has ended and says so truthfully, and that exactly the pins that go out or went out hold units; how many came to each end. */
export async function checkEnds(world: ScheduleWorld, clients: ScheduleClients): Promise<Record<string, number>> {
  const { broken } = world.violations;
  const ends: Record<string, number> = {};
  const checking = Promise.all(
    clients.made.map(async ({ scheduleId, project }) => {
      const view = await clients.find(scheduleId);
      if (!view || view.epoch !== world.principal(project).epoch) return;
      const { state } = await world.streamsOf(new VirtualProcess(world.time)).load(scheduleStream, scheduleId);
      const phase = state.kind === 'schedule' ? state.phase : state.kind;
      const { status, errorCode, errorMessage } = view;
      const end = errorCode === null ? status : `${status} ${errorCode}`;
      ends[end] = (ends[end] ?? 0) + 1;
      if (status !== phase) broken('end not told', `${scheduleId} is ${phase} and looks ${status}`);
      if (!['done', 'failed', 'canceled'].includes(status)) broken('end not told', `${scheduleId} is still ${status}`);
      if (status === 'failed' && !isTrue(world, view, errorCode))
        broken('end not told', `${scheduleId} failed with "${errorCode}", which is not so`);
      if (status === 'failed' && !errorMessage) broken('end not told', `${scheduleId} failed without a word`);
    }),
  );
  let isChecked = false;
  void checking.then(() => (isChecked = true));
  await world.time.run(() => isChecked);
  await checking;
  checkUnits(world);
  return ends;
}

/** Whether the world gave this reason at some time. */
function isTrue(
  world: ScheduleWorld,
  {
    accountId,
    boardId,
    content,
  }: { readonly accountId: string; readonly boardId: string; readonly content: { readonly assetId?: string } },
  errorCode: string | null,
): boolean {
  switch (errorCode) {
    case 'account_revoked':
      return world.revokedAt.has(accountId);
    case 'token_expired':
      return accountId === 'b';
    case 'board_not_found':
      return world.boardsGone.has(boardId);
    case 'asset_not_found':
      return content.assetId !== undefined && world.assetsDeleted.has(content.assetId);
    case 'invalid_image':
    case 'quota_exceeded':
      return true;
    default:
      return false;
  }
}

function checkUnits(world: ScheduleWorld): void {
  const held = heldUnits(world.facts).size;
  if (world.quota.used > held) world.violations.broken('unit not given back', `${world.quota.used} units are used for ${held} pins`);
  if (world.quota.used < held) world.violations.broken('pin without a unit', `${world.quota.used} units are used for ${held} pins`);
}
