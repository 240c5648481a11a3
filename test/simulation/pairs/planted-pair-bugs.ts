import type { NewFact } from '@pps/event-store';
import { fingerprintOf } from '@pps/pins';
import type { PinContent, PinEdited, PinRetryRequested, PinState, PinView } from '@pps/pins/events';

/** What is written instead of a pin's fact by a request that goes by what it read at its beginning. */
export type Plant = (fact: NewFact, read: PinView, state: PinState) => NewFact;

export interface PlantedPairBug {
  readonly bug: string;
  readonly only: string;
  readonly found: RegExp;
  readonly plant: Plant;
}

/** Ways of deciding on what a read model said, and what has to be found. */
export const plantedPairBugs: readonly PlantedPairBug[] = [
  {
    bug: 'a retry with the fingerprint of the pin as it was read',
    only: 'a failed pin, an answer lost | PATCH title | retry.',
    found: /fingerprint is not that of board and content/,
    plant: (fact, { boardId, content }) => {
      if (fact.type !== 'PinRetryRequested') return fact;
      const data = fact.data as PinRetryRequested['data'];
      return { ...fact, data: { ...data, boardId, fingerprint: fingerprintOf(boardId, content) } };
    },
  },
  {
    bug: 'an edit that is merged into the pin as it was read',
    only: 'a waiting pin, answers kept | PATCH title | PATCH description.',
    found: /no order ends so/,
    plant: (fact, { boardId, content }, state) => {
      if (fact.type !== 'PinEdited' || state.kind !== 'pin') return fact;
      const data = fact.data as PinEdited['data'];
      const changed = Object.entries(data.content).filter(([name, value]) => value !== state.content[name as keyof PinContent]);
      const merged = { ...content, ...Object.fromEntries(changed) };
      const target = data.boardId === state.boardId ? boardId : data.boardId;
      return { ...fact, data: { ...data, boardId: target, content: merged, fingerprint: fingerprintOf(target, merged) } };
    },
  },
];
