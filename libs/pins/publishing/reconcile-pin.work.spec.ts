import { given } from '@pps/kernel/testing';
import { PlatformError } from '@pps/platform';
import { pinStream } from '../pin-stream';
import type { PinFact } from '../pin.events';
import type { PinState } from '../pin-state';
import { attemptStarted, outcomeUnknown, pinQueued } from '../testing';
import { reconcilePin, type ReconcilingDeps } from './reconcile-pin.work';

type BoardPins = (accessToken: string) => { readonly items: readonly unknown[]; readonly bookmark: string | null };

/** What a look at the board says of a pin in doubt. */
async function lookAt(boardPins: BoardPins): Promise<unknown> {
  const { state } = given(pinStream.decider, pinQueued(), attemptStarted(), outcomeUnknown());
  const said: PinFact[] = [];
  const deps = {
    runner: {
      load: async (type: unknown) => (type === pinStream ? { state } : { state: { kind: 'created', epoch: 0 } }),
      run: async (...[, , , decide]: [unknown, unknown, unknown, (state: PinState) => readonly PinFact[]]) => said.push(...decide(state)),
    },
    platform: { boardPins: async (accessToken: string) => ({ value: boardPins(accessToken), clockSkewMs: 0 }) },
    accounts: {
      accessToken: async () => ({ accessToken: 'stale', tokenRef: '1' }),
      refreshed: async () => ({ accessToken: 'fresh', tokenRef: '2' }),
    },
    knownPins: { owned: async () => new Set() },
    clock: () => new Date('2026-11-20T10:01:00.000Z'),
    random: () => 0,
    reconcileAfterMs: [2_000],
  };
  await reconcilePin(deps as unknown as ReconcilingDeps, 'pin', 1);
  return said.flatMap((fact) => (fact.type === 'PinOutcomeReconciled' ? [fact.data.outcome] : []));
}

describe('a look at the board', () => {
  it('says that the pin is not there when every page was read', async () => {
    expect(await lookAt(() => ({ items: [], bookmark: null }))).toEqual(['not_found']);
  });

  it('does not say so of a board that goes on after the last page that is read', async () => {
    expect(await lookAt(() => ({ items: [], bookmark: 'more' }))).toEqual(['unreadable']);
  });

  it('is made with a fresh token when the platform refuses the one it began with', async () => {
    const refusing: BoardPins = (accessToken) => {
      if (accessToken === 'fresh') return { items: [], bookmark: null };
      throw new PlatformError({
        kind: 'unauthorized',
        outcome: 'refused',
        operation: 'board_pins.list',
        status: 401,
        reason: 'no',
      } as never);
    };
    expect(await lookAt(refusing)).toEqual(['not_found']);
  });
});
