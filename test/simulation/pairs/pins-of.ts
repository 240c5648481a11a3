import { decode, type RecordedFact } from '@pps/event-store';
import { fingerprintOf } from '@pps/pins';
import { describePin, pinStream, type PinState } from '@pps/pins/events';
import { statesOf } from './states-of';

/** Each pin as these facts leave it. */
export const pinsOf = (facts: readonly RecordedFact[]): Map<string, PinState> => statesOf(pinStream, facts);

/** The first fact after which a pin's fingerprint is not that of its board and content; null where there is none. */
export function wrongFingerprint(facts: readonly RecordedFact[]): string | null {
  const pins = new Map<string, PinState>();
  for (const fact of facts) {
    const decoded = fact.stream.startsWith('pin-') ? decode(pinStream, fact) : null;
    if (!decoded) continue;
    const state = pinStream.decider.evolve(pins.get(fact.stream) ?? pinStream.decider.initial, decoded);
    pins.set(fact.stream, state);
    if (state.kind !== 'pin') continue;
    const right = fingerprintOf(state.boardId, state.content);
    const { fingerprint: written = right } = fact.data as { readonly fingerprint?: string };
    if (state.fingerprint !== right || written !== right) return fact.type;
  }
  return null;
}

/** What a client sees of a pin, but for times and counts. */
export function shownPin(state: PinState): unknown {
  if (state.kind !== 'pin') return state.kind;
  const { status, accountId, boardId, content, errorCode } = describePin(state);
  return { status, accountId, boardId, content: Object.entries(content).sort(), errorCode };
}
