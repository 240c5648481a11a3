import type { Subject } from './check-pair';
import { breachOfPins, endOfPins, watchCalls } from './ends';
import { after, openProject } from './open-project';
import type { Start } from './pair-world';
import { attemptPin, createPinCommand, pinCommands } from './pin-commands';
import { settle } from './settle';

async function failedPin(): Promise<Start> {
  const world = openProject();
  world.platform.refusesNext = true;
  return (await after(world, createPinCommand(), attemptPin)).end();
}

async function inDoubt(): Promise<Start> {
  const world = openProject();
  world.platform.losesNext = true;
  await after(world, createPinCommand(), attemptPin);
  world.passHour();
  return world.end();
}

const starts: Readonly<Record<string, () => Promise<Start>>> = {
  'no pin yet': async () => openProject().end(),
  'a waiting pin': async () => (await after(openProject(), createPinCommand())).end(),
  'a failed pin': failedPin,
  'a pin in doubt': inDoubt,
  'a published pin': async () => (await after(openProject(), createPinCommand(), attemptPin)).end(),
};

/** One pin in every situation; the first answer that the platform gives afterwards is lost, or not. */
export const pinSubjects: readonly Subject[] = Object.entries(starts).flatMap(([name, start]) =>
  [false, true].map((isLost): Subject => ({
    name: `${name}, ${isLost ? 'an answer lost' : 'answers kept'}`,
    start,
    commands: pinCommands,
    prepare: (world) => {
      world.platform.losesNext = isLost;
      watchCalls(world);
    },
    settle,
    end: endOfPins,
    breach: breachOfPins,
  })),
);
