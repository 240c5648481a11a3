import { removeAccountAtOnce } from './remove-account';
import type { Subject } from './check-pair';
import { breachOfPins, endOfPins, endOfSchedules, watchCalls } from './ends';
import { after, openProject } from './open-project';
import { accountIds } from './pair-world';
import { createPinCommand } from './pin-commands';
import { createScheduleCommand } from './schedule-commands';
import { settleFacts } from './settle';

const [accountId] = accountIds;
const createPinOfIt = { ...createPinCommand(), name: 'create pin' };
const createScheduleOfIt = { ...createScheduleCommand, name: 'create schedule' };

/** An account that goes, with all that follows at once, while something of it is created. */
export const removalSubjects: readonly Subject[] = [
  { name: 'an account', start: async () => openProject().end() },
  { name: 'an account with a waiting pin', start: async () => (await after(openProject(), createPinCommand())).end() },
].map((subject) => ({
  ...subject,
  commands: [createPinOfIt, createScheduleOfIt, removeAccountAtOnce(accountId)],
  prepare: watchCalls,
  // Not until its time has come, when a schedule would be refused anyway.
  settle: settleFacts,
  end: (world) => ({ schedules: endOfSchedules(world), pins: endOfPins(world) }),
  breach: breachOfPins,
}));
