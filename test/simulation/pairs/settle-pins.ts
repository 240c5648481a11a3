import { quotaReleasing } from '@pps/billing';
import { publishPin, reconcilePin, fingerprintOf } from '@pps/pins';
import { describePin, pinStream, type PinState } from '@pps/pins/events';
import { decode, type RecordedFact } from '@pps/event-store';
import { executorOf, pairPublishingDeps } from './pair-deps';
import type { PairWorld } from './pair-world';
import { inOrder } from './turns';

const stepsAtMost = 50;

/** Lets everything go on that is left to be done: units are given back, pins are published. */
export async function settlePins(world: PairWorld): Promise<void> {
  const task = 'afterwards';
  const releasing = quotaReleasing({ execute: executorOf(world.runnerOf(task)) } as never, world.clock);
  let released = 0;
  for (let step = 0; step < stepsAtMost; step++) {
    world.rows.catchUp();
    const deps = pairPublishingDeps(world, task);
    const facts = world.log.facts.slice(released).filter(({ type }) => releasing.handles.includes(type));
    released = world.log.facts.length;
    const work = [...pinsOf(world.log.facts)].map(([pinId, state]) => nextStep(world, deps, pinId, state));
    const next = work.find((each) => each !== null);
    if (facts.length === 0 && !next) return;
    await finish(world, async () => {
      await releasing.react(facts as never, null);
      await next?.();
    });
  }
  throw new Error('a pin does not come to its end');
}

/** Lets the work run to its end alone. */
export async function finish(world: PairWorld, work: () => Promise<unknown>): Promise<void> {
  let end: { readonly error?: unknown } | null = null;
  work().then(
    () => (end = {}),
    (error: unknown) => (end = { error }),
  );
  await world.turns.run(inOrder);
  const ended = end as { readonly error?: unknown } | null;
  if (ended === null) throw new Error('work waits for what never comes');
  if ('error' in ended) throw ended.error;
}

function nextStep(world: PairWorld, deps: ReturnType<typeof pairPublishingDeps>, pinId: string, state: PinState): (() => Promise<void>) | null {
  if (state.kind !== 'pin') return null;
  if (state.phase === 'waiting') {
    world.passUntil(state.notBefore);
    return () => publishPin(deps, pinId, state.starts + 1);
  }
  if (state.phase !== 'unknown_outcome') return null;
  world.passUntil(state.nextReadAt);
  return () => reconcilePin(deps, pinId, state.attempt);
}

/** Each pin as these facts leave it. */
export function pinsOf(facts: readonly RecordedFact[]): Map<string, PinState> {
  const pins = new Map<string, PinState>();
  for (const { pinId, state } of statesOf(facts)) pins.set(pinId, state);
  return pins;
}

/** The first fact after which a pin's fingerprint is not that of its board and content; null where there is none. */
export function wrongFingerprint(facts: readonly RecordedFact[]): string | null {
  for (const { fact, state } of statesOf(facts)) {
    if (state.kind === 'pin' && state.fingerprint !== fingerprintOf(state.boardId, state.content)) return fact.type;
  }
  return null;
}

function* statesOf(facts: readonly RecordedFact[]) {
  const pins = new Map<string, PinState>();
  for (const fact of facts) {
    const decoded = fact.stream.startsWith('pin-') ? decode(pinStream, fact) : null;
    if (!decoded) continue;
    const pinId = fact.stream.slice('pin-'.length);
    const state = pinStream.decider.evolve(pins.get(pinId) ?? pinStream.decider.initial, decoded);
    pins.set(pinId, state);
    yield { pinId, fact, state };
  }
}

/** What a client sees of a pin, but for times and counts. */
export function shownPin(state: PinState): unknown {
  if (state.kind !== 'pin') return state.kind;
  const { status, accountId, boardId, content, errorCode } = describePin(state);
  return { status, accountId, boardId, content: Object.entries(content).sort(), errorCode };
}
