import { mapLimited } from '@pps/concurrency';
import { scheduleStream } from '@pps/schedules/events';
import type { FireSchedulesDeps } from './fire-schedules';

/** Few: what fires meanwhile comes first. */
const atOnce = 4;

/** Loads schedules that will be due soon, so that they are cached when they fire. What cannot be loaded is loaded then; throws nothing. */
export async function prepareFiring({ live }: Pick<FireSchedulesDeps, 'live'>, scheduleIds: readonly string[]): Promise<void> {
  const load = async (scheduleId: string) => void (await live.get(scheduleStream, scheduleId, 0n));
  await mapLimited(atOnce, scheduleIds, (scheduleId) => load(scheduleId).catch(() => undefined));
}
