import type { Subject } from './check-pair';
import { breachOfPins, endOfPins, endOfSchedules, watchCalls } from './ends';
import { after, openProject } from './open-project';
import type { Start } from './pair-world';
import { attemptItsPin, createScheduleCommand, fire, runAt, scheduleCommands } from './schedule-commands';
import { settle } from './settle';

const waiting = () => after(openProject(), createScheduleCommand);

async function due(): Promise<Start> {
  const world = await waiting();
  world.passUntil(runAt);
  return world.end();
}

/** Its pin waits for a worker. */
async function fired(): Promise<Start> {
  const world = await waiting();
  world.passUntil(runAt);
  return (await after(world, fire)).end();
}

async function failed(): Promise<Start> {
  const world = await waiting();
  world.passUntil(runAt);
  world.platform.refusesNext = true;
  return (await after(world, fire, attemptItsPin)).end();
}

const starts: Readonly<Record<string, () => Promise<Start>>> = {
  'no schedule yet': async () => openProject().end(),
  'a waiting schedule': async () => (await waiting()).end(),
  'a due schedule': due,
  'a fired schedule': fired,
  'a failed schedule': failed,
};

/** One schedule in every situation; the first answer that the platform gives afterwards is lost, or not. */
export const scheduleSubjects: readonly Subject[] = Object.entries(starts).flatMap(([name, start]) =>
  [false, true].map((isLost): Subject => ({
    name: `${name}, ${isLost ? 'an answer lost' : 'answers kept'}`,
    start,
    commands: scheduleCommands,
    prepare: (world) => {
      world.platform.losesNext = isLost;
      watchCalls(world);
    },
    settle,
    end: (world) => ({ schedules: endOfSchedules(world), pins: endOfPins(world) }),
    breach: breachOfPins,
  })),
);
