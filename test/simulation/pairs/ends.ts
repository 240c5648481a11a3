import { quotaStream, quotaStreamId } from '@pps/billing/events';
import { scheduleStream } from '@pps/schedules/events';
import { describeSchedule, followedPin } from '@pps/schedules/events';
import { pinStream } from '@pps/pins/events';
import { projectId, type PairWorld } from './pair-world';
import { pinsOf, shownPin, wrongFingerprint } from './pins-of';
import { statesOf } from './states-of';

const month = '2026-11';

/** What counts of a project's pins, whatever they come from. */
export function endOfPins(world: PairWorld): unknown {
  const pins = [...pinsOf(world.log.facts).values()].filter(({ kind }) => kind !== 'abandoned').map(shownPin);
  const published = world.platform.pins.map(({ accountId, boardId, title, description, link, altText }) => [
    accountId,
    boardId,
    title,
    description,
    link,
    altText,
  ]);
  return { pins, published, used: unitsUsed(world) };
}

function unitsUsed({ log }: PairWorld): number {
  return statesOf(quotaStream, log.facts).get(quotaStreamId(projectId, 0, month))?.used ?? 0;
}

/** What no two commands may break of pins. */
export function breachOfPins(world: PairWorld): string | null {
  const { length } = [...pinsOf(world.log.facts).values()].filter(({ kind }) => kind === 'pin' || kind === 'deleted');
  if (world.platform.created > length) return `published ${world.platform.created} times`;
  const fact = wrongFingerprint(world.log.facts);
  if (fact !== null) return `after ${fact} the fingerprint is not that of board and content`;
  return world.breach;
}

/** What a client sees of the project's schedules, but for times. */
export function endOfSchedules(world: PairWorld): unknown {
  const pins = pinsOf(world.log.facts);
  return [...statesOf(scheduleStream, world.log.facts).values()].map((state) => {
    if (state.kind !== 'schedule') return state.kind;
    const pin = ('pinId' in state && state.pinId !== null && pins.get(state.pinId)) || pinStream.decider.initial;
    const { status, accountId, boardId, runAt, content, errorCode } = describeSchedule(state, followedPin(pin));
    return { status, accountId, boardId, runAt, content: Object.entries(content).sort(), errorCode };
  });
}

/** Calls of an account whose disconnection was answered break a promise. */
export function watchCalls(world: PairWorld): void {
  world.platform.onCreation = (accountId) => {
    if (world.disconnected.has(accountId)) world.breach = 'a call went out after the disconnection of its account was answered';
  };
}
