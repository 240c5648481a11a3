import { Streams } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { PlatformError, type PlatformPin } from '@pps/platform';
import { fingerprintOf } from '../pin/content';
import type { PinDetails } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { originOf } from '../publishing/append-outcome';
import { publishPin } from '../publishing/publish-pin.work';
import { reconcilePin, type ReconcilingDeps } from '../publishing/reconcile-pin.work';
import { pinQueued } from '../testing';

const title = 'Blue door';
const { boardId } = pinQueued().data;
const lostAnswer = new PlatformError({ kind: 'timeout', outcome: 'unknown', operation: 'pins.create', reason: 'no answer' } as never);

/** Pins of equal content, of several projects, on one board that they share; time goes on by itself. */
function sharedBoard() {
  const store = openInMemoryEventStore();
  const streams = new Streams(store);
  const onBoard: PlatformPin[] = [];
  let now = Date.parse('2026-11-20T10:00:01.000Z');
  const clock = () => new Date(now);

  const creates = (): PlatformPin => {
    const id = `8137442264207${onBoard.length}`;
    const made = { id, url: `https://p/${id}`, createdAt: clock(), title, description: null, link: null, altText: null };
    onBoard.push(made as unknown as PlatformPin);
    return made as unknown as PlatformPin;
  };
  const deps = {
    streams,
    platform: {
      createPin: async () => ({ value: creates(), rateLimit: null }),
      boardPins: async () => ({ value: { items: [...onBoard], bookmark: null }, clockSkewMs: 0 }),
    },
    buckets: {
      claim: async () => ({ granted: true }),
      knows: () => true,
      binds: () => false,
      park: async () => undefined,
      settleProbe: async () => undefined,
    },
    images: { reserve: async () => () => undefined },
    accounts: { accessToken: async () => ({ accessToken: 'token', tokenRef: '1' }), requireUsable: async () => undefined },
    onFault: (error: unknown) => {
      throw error;
    },
    waitingBefore: async () => [],
    closeGrant: async () => undefined,
    dropGrant: async () => undefined,
    presentEpoch: async () => true,
    // What another process records in the same moment is not seen yet.
    knownPins: { findOwned: async () => new Set() },
    reads: { take: async () => 0, owe: async () => undefined },
    clock,
    monotonic: () => 0,
    uptime: () => ({ boot: 'one', seconds: 0 }),
    random: () => 0,
    platformTimeoutMs: 1_000,
    reconcileAfterMs: [2_000],
  };
  const seenBy = (platform: object = {}) => ({ ...deps, platform: { ...deps.platform, ...platform } }) as unknown as ReconcilingDeps;

  async function queue(): Promise<string> {
    const [pinId, projectId] = [newId(), newId()];
    const queued = pinQueued({ pinId, projectId, boardId, content: { title, imageUrl: 'https://i.example/1.jpg' } });
    const fact = { ...queued, data: { ...queued.data, fingerprint: fingerprintOf(boardId, { title }) } };
    await streams.decide(pinStream, pinId, originOf({ ...fact.data } as unknown as PinDetails, clock()), () => [fact], { fresh: true });
    return pinId;
  }
  const stateOf = async (pinId: string) => (await streams.load(pinStream, pinId)).state;
  const later = (ms: number) => void (now += ms);
  return { streams, seenBy, queue, stateOf, creates, later, onBoard };
}

/** The platform never hears of the call, or makes the pin and its answer is lost. */
const losing = (before: () => unknown) => ({
  createPin: async () => {
    before();
    throw lostAnswer;
  },
});

describe('two pins of equal content on one board, of two workspaces', () => {
  it('in doubt at once: exactly one of them is what is there, the other is tried again', async () => {
    const board = sharedBoard();
    const [made, lost] = [await board.queue(), await board.queue()];
    await publishPin(board.seenBy(losing(board.creates)), made, 1);
    await publishPin(board.seenBy(losing(() => undefined)), lost, 1);
    board.later(2_000);
    await Promise.all([made, lost].map((pinId) => reconcilePin(board.seenBy(), pinId, 1)));
    const states = [await board.stateOf(made), await board.stateOf(lost)];
    expect(states.flatMap((state) => (state.kind === 'pin' ? [state.phase] : [])).sort()).toEqual(['published', 'unknown_outcome']);

    board.later(2_000);
    const open = states[0]?.kind === 'pin' && states[0].phase === 'published' ? lost : made;
    await reconcilePin(board.seenBy(), open, 1);
    board.later(600_000);
    await publishPin(board.seenBy(), open, 2);
    expect(await platformPinsOf(board, [made, lost])).toEqual(board.onBoard.map(({ id }) => id));
    expect(board.onBoard).toHaveLength(2);
  });

  it('one found while the answer to the other’s call is on its way: the answer is not taken for a second pin', async () => {
    const board = sharedBoard();
    const [answered, lost] = [await board.queue(), await board.queue()];
    await publishPin(board.seenBy(losing(() => undefined)), lost, 1);
    board.later(2_000);
    const slow = {
      createPin: async () => {
        const value = board.creates();
        await reconcilePin(board.seenBy(), lost, 1);
        return { value, rateLimit: null };
      },
    };
    await publishPin(board.seenBy(slow), answered, 1);
    expect(await board.stateOf(lost)).toMatchObject({ phase: 'published', platformPinId: board.onBoard[0]?.id });
    expect(await board.stateOf(answered)).toMatchObject({ phase: 'unknown_outcome' });

    for (const wait of [2_000, 2_000]) {
      board.later(wait);
      await reconcilePin(board.seenBy(), answered, 1);
    }
    board.later(600_000);
    await publishPin(board.seenBy(), answered, 2);
    expect((await platformPinsOf(board, [answered, lost])).sort()).toEqual(board.onBoard.map(({ id }) => id));
    expect(board.onBoard).toHaveLength(2);
  });

  it('that has taken what is there, and whose worker died then, finds its own again, also beside another', async () => {
    const board = sharedBoard();
    const pinId = await board.queue();
    let runs = 0;
    const dying = board.seenBy(losing(board.creates));
    await publishPin(dying, pinId, 1);
    board.later(2_000);
    const { decide } = board.streams;
    const once = {
      load: board.streams.load.bind(board.streams),
      decide: async (...[type, ...rest]: Parameters<typeof decide>) => {
        if ((type as unknown) === pinStream && runs++ === 0) throw new Error('the worker died');
        return decide.call(board.streams, type, ...rest);
      },
    };
    await expect(reconcilePin({ ...board.seenBy(), streams: once as never }, pinId, 1)).rejects.toThrow('the worker died');
    board.creates();
    await reconcilePin(board.seenBy(), pinId, 1);
    expect(await board.stateOf(pinId)).toMatchObject({ phase: 'published', platformPinId: board.onBoard[0]?.id });
  });
});

async function platformPinsOf(board: ReturnType<typeof sharedBoard>, pinIds: readonly string[]): Promise<string[]> {
  const states = await Promise.all(pinIds.map(board.stateOf));
  return states.flatMap((state) => (state.kind === 'pin' && state.phase === 'published' ? [state.platformPinId] : [])).sort();
}
