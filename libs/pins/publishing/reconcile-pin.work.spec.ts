import { given } from '@pps/kernel/testing';
import { PlatformError } from '@pps/platform';
import { pinStream } from '../pin/pin.stream';
import { platformPinStream } from '../platform-pin/platform-pin.stream';
import { fingerprintOf } from '../pin/content';
import type { PinFact, PinPublishAttemptStarted } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';
import { attemptStarted, outcomeUnknown, pinQueued } from '../testing';
import { reconcilePin, type ReconcilingDeps } from './reconcile-pin.work';

const title = 'Blue door';
const fingerprint = fingerprintOf(pinQueued().data.boardId, { title });

type BoardPins = (accessToken: string) => { readonly items: readonly unknown[]; readonly bookmark: string | null };

/** What a reconciliation read finds of a pin with an unknown outcome. */
const readBoardFor = async (...read: Parameters<typeof reconcile>): Promise<unknown> =>
  (await reconcile(...read)).flatMap((fact) => (fact.type === 'PinOutcomeReconciled' ? [fact.data.outcome] : []));

/** What is recorded of a reconciliation read. */
async function reconcile(
  boardPins: BoardPins,
  now = '2026-11-20T10:01:00.000Z',
  secondsSince?: number,
  context: object = {},
  reads: Partial<ReconcilingDeps['reads']> = {},
  findOwned: ReconcilingDeps['knownPins']['findOwned'] = async () => new Set(),
  machine: Partial<Pick<ReconcilingDeps, 'uptime' | 'secondsAgo'>> = {},
): Promise<readonly PinFact[]> {
  const started = attemptStarted() as PinPublishAttemptStarted;
  const uptime = { boot: 'one', seconds: 100 };
  const attempt = secondsSince === undefined ? started : { ...started, data: { ...started.data, uptime } };
  const { state } = given(pinStream.decider, pinQueued({ fingerprint }), attempt, outcomeUnknown());
  const said: PinFact[] = [];
  const deps = {
    presentEpoch: async () => true,
    streams: {
      load: async (type: unknown) => {
        if (type === platformPinStream) return { state: { takenBy: null } };
        return type === pinStream ? { state } : { state: { kind: 'created', epoch: 0 } };
      },
      decide: async (...[type, , , decide]: [unknown, unknown, unknown, (state: PinState) => readonly PinFact[]]) => {
        if (type === platformPinStream) return { state: { takenBy: state.kind === 'pin' && state.pinId } };
        return said.push(...decide(state));
      },
    },
    platform: { boardPins: async (accessToken: string) => ({ value: boardPins(accessToken), clockSkewMs: 0, ...context }) },
    accounts: {
      accessToken: async () => ({ accessToken: 'stale', tokenRef: '1' }),
      refreshAccess: async () => ({ accessToken: 'fresh', tokenRef: '2' }),
    },
    knownPins: { findOwned },
    reads: { take: async () => 0, owe: async () => undefined, ...reads },
    clock: () => new Date(now),
    uptime: () => ({ boot: 'one', seconds: 100 + (secondsSince ?? 0) }),
    random: () => 0,
    reconcileAfterMs: [2_000],
    ...machine,
  };
  await reconcilePin(deps as unknown as ReconcilingDeps, 'pin', 1);
  return said;
}

describe('a reconciliation read', () => {
  it('makes no call while its project has made too many, and owes the pages after the first', async () => {
    let calls = 0;
    const pages: BoardPins = () => ({ items: [], bookmark: ++calls < 5 ? `more ${calls}` : null });
    expect(await readBoardFor(pages, undefined, undefined, {}, { take: async () => 7 })).toEqual(['unreadable']);
    expect(calls).toBe(0);
    let owed = 0;
    const owe = async (_: string, more: number) => void (owed += more);
    expect(await readBoardFor(pages, undefined, undefined, {}, { owe })).toEqual(['not_found']);
    expect([calls, owed]).toEqual([5, 4]);
  });

  it('waits for its project’s pace the longer the longer the pin is in doubt, so that 2,001 of them do not ask twice a second', async () => {
    const nextReadAt = async (now: string): Promise<unknown> => {
      const said = await reconcile(() => ({ items: [], bookmark: null }), now, undefined, {}, { take: async () => 0.5 });
      return said.map((fact) => (fact.type === 'PinOutcomeReconciled' ? fact.data.nextLookAt : fact.type));
    };
    // The first attempt began at 10:00:01.
    expect(await nextReadAt('2026-11-20T10:01:01.000Z')).toEqual(['2026-11-20T10:01:16.000Z']);
    expect(await nextReadAt('2026-11-20T12:00:01.000Z')).toEqual(['2026-11-20T12:10:01.000Z']);
  });

  it('asks the platform nothing while it cannot be known which pins are ours', async () => {
    let [calls, taken] = [0, 0];
    const page: BoardPins = () => ({ items: [], bookmark: ++calls < 5 ? 'more' : null });
    const take = async () => ((taken += 1), 0);
    const behind = async () => Promise.reject(new Error('the read model pins is behind'));
    await expect(readBoardFor(page, undefined, undefined, {}, { take }, behind)).rejects.toThrow('is behind');
    expect([calls, taken]).toEqual([0, 0]);
  });

  it('says that the pin is not there when every page was read', async () => {
    expect(await readBoardFor(() => ({ items: [], bookmark: null }))).toEqual(['not_found']);
  });

  it('does not say so of a board that goes on after the last page that is read', async () => {
    let pages = 0;
    expect(await readBoardFor(() => ({ items: [], bookmark: `more ${++pages}` }))).toEqual(['unreadable']);
    expect(pages).toBe(400);
  });

  it('does not go round and round after a cursor that comes again, nor say that the pin is not there', async () => {
    let pages = 0;
    expect(await readBoardFor(() => ({ items: [], bookmark: ++pages % 2 ? 'one' : 'two' }))).toEqual(['unreadable']);
    expect(pages).toBe(3);
  });

  it('finds one pin where the platform lists it on two pages', async () => {
    const createdAt = new Date('2026-11-20T10:00:05.000Z');
    const item = { id: '7', url: 'https://p/7', title, description: null, link: null, altText: null, createdAt };
    let pages = 0;
    const twice: BoardPins = () => ({ items: [item], bookmark: ++pages < 2 ? 'more' : null });
    expect(await readBoardFor(twice)).toEqual(['published']);
  });

  it('finds the pin behind 10,000 others of the board', async () => {
    const createdAt = new Date('2026-11-20T10:00:05.000Z');
    const shown = { description: null, link: null, altText: null, createdAt };
    const pages = Array.from({ length: 61 }, (_, page) =>
      Array.from({ length: 250 }, (__, index) => ({
        ...shown,
        id: `${page}-${index}`,
        url: 'https://p/1',
        title: `Another ${page} ${index}`,
      })),
    );
    pages.at(-1)?.push({ ...shown, id: '7', url: 'https://p/7', title });
    let read = 0;
    const answer = await readBoardFor(() => {
      const items = pages[read++] ?? [];
      return { items, bookmark: read < pages.length ? String(read) : null };
    });
    expect([answer, read]).toEqual([['published'], 61]);
  });

  it('comes to an end on a list that has none', async () => {
    let read = 0;
    const endless = (): ReturnType<BoardPins> => ({ items: [], bookmark: String(++read) });
    expect(await readBoardFor(endless)).toEqual(['unreadable']);
    expect(read).toBe(400);
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
    expect(await readBoardFor(refusing)).toEqual(['not_found']);
  });

  describe('for what was created since the attempt began', () => {
    const created = (createdAt: string): BoardPins => {
      const items = [{ id: '7', url: 'https://p/7', createdAt: new Date(createdAt), title, description: null, link: null, altText: null }];
      return () => ({ items, bookmark: null });
    };
    // The attempt began at 10:00:01 by a clock that was five minutes ahead, and is right now; five and a half minutes have passed.
    const rightNow = '2026-11-20T10:00:31.000Z';

    it('is by the time that has passed where that is known, whatever the clock was set to meanwhile', async () => {
      expect(await readBoardFor(created('2026-11-20T09:55:01.000Z'), rightNow, 330)).toEqual(['published']);
      expect(await readBoardFor(created('2026-11-20T09:54:58.000Z'), rightNow, 330)).toEqual(['not_found']);
    });

    it('is by the platform’s own time, also when our clock was set while it answered', async () => {
      // Set an hour ahead in the middle of the call, which makes the difference of the clocks wrong by half of that.
      const answer = { platformTime: new Date('2026-11-20T10:00:31.000Z'), clockSkewMs: -1_800_000 };
      const anHourAhead = '2026-11-20T11:00:31.000Z';
      expect(await readBoardFor(created('2026-11-20T09:55:01.000Z'), anHourAhead, 330, answer)).toEqual(['published']);
      expect(await readBoardFor(created('2026-11-20T09:54:58.000Z'), anHourAhead, 330, answer)).toEqual(['not_found']);
    });

    it('is by the time that has passed for both, or by the clock where that is earlier, where another machine began it', async () => {
      const readAfter = (seconds: number) => async (createdAt: string) =>
        readBoardFor(created(createdAt), rightNow, 0, {}, {}, undefined, {
          uptime: () => ({ boot: 'two', seconds: 7 }),
          secondsAgo: async () => seconds,
        });
      const read = readAfter(330);
      expect([await read('2026-11-20T09:54:58.000Z'), await read('2026-11-20T09:54:57.000Z')]).toEqual([['published'], ['not_found']]);
      // Where one of them has stood still, less has passed for it.
      const stoodStill = readAfter(10);
      expect([await stoodStill('2026-11-20T09:59:59.000Z'), await stoodStill('2026-11-20T09:59:58.000Z')]).toEqual([
        ['published'],
        ['not_found'],
      ]);
    });

    it('is by the clock where it is not', async () => {
      expect(await readBoardFor(created('2026-11-20T10:00:01.000Z'))).toEqual(['published']);
      expect(await readBoardFor(created('2026-11-20T09:59:58.000Z'))).toEqual(['not_found']);
    });
  });
});
