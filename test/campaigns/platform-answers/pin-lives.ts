import { assetStream } from '@pps/assets/events';
import { assetStored } from '@pps/assets/testing';
import { connectionStream, type TokenRefreshed } from '@pps/connections/events';
import { connectionSamples } from '@pps/connections/testing';
import { Streams, type EventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { fingerprintOf, pollVideo, publishPin, reconcilePin, runPublishingTimers, type ReconcilingDeps } from '@pps/pins';
import { nextAction, pinStream, type NextAction, type Pin } from '@pps/pins/events';
import { pinQueued } from '@pps/pins/testing';
import { PlatformError } from '@pps/platform';
import { Readable } from 'node:stream';
import type { AnsweredPlatform } from './answered-platform';
import type { UglyValues } from './ugly-values';

export interface LivesDeps {
  readonly store: EventStore;
  readonly ugly: UglyValues;
  readonly random: () => number;
  readonly time: { now: number };
  readonly answered: AnsweredPlatform;
  readonly projectId: string;
  /** Told of whatever must not happen. */
  readonly onFinding: (finding: string) => void;
}

const dayMs = 86_400_000;
/** Longer than any attempt may take. */
const longestCallMs = 10 * 60_000;
const mostActions = 2_000;
const link = 'https://example.org/door';
const workerGone = 'the worker is gone';

/** Lets pins live to their end, by the real work, the real timers and the real rules, in a time that jumps from action to action. */
export function pinLives(deps: LivesDeps) {
  const { store, random, time, answered, projectId, onFinding } = deps;
  const streams = new Streams(store);
  const clock = () => new Date(time.now);
  const origin = () => ({ projectId, epoch: 0, actor: { type: 'system' as const }, occurredAt: clock().toISOString() });
  const publishing = publishingDeps(deps, streams);

  /** Queues a pin and lets it live; gives its state at the end. */
  async function live(accountId: string, video: string | null): Promise<Pin | null> {
    const pinId = newId();
    const boardId = String(1_000 + Math.floor(random() * 1e9));
    const content = {
      title: 'Blue door',
      linkUrl: link,
      ...(video ? { assetId: video, mediaType: 'video' as const } : { imageUrl: link }),
    };
    const fingerprint = fingerprintOf(boardId, content);
    const queued = pinQueued({ pinId, projectId, accountId, boardId, content, fingerprint, queuedAt: clock().toISOString() });
    await streams.decide(pinStream, pinId, origin(), () => [queued], { fresh: true });
    answered.ask({ title: content.title, link, boardId });
    for (let actions = 0; actions < mostActions; actions++) {
      const before = await streams.load(pinStream, pinId);
      if (before.state.kind !== 'pin') return null;
      const action = nextAction(before.state);
      if (!action) return before.state;
      const dueAt = Date.parse(action.at);
      if (!(dueAt - time.now <= dayMs + longestCallMs)) return finding(pinId, `${action.kind} is due only at ${action.at}`);
      time.now = Math.max(time.now, dueAt) + 50 + Math.floor(random() * 5_000);
      const { firstAttemptAt, giveUpAt } = before.state;
      const isLate = firstAttemptAt !== null && time.now > (giveUpAt ? Date.parse(giveUpAt) : Date.parse(firstAttemptAt) + dayMs);
      await act(pinId, action, isLate);
      if ((await streams.load(pinStream, pinId)).revision === before.revision) return finding(pinId, `${action.kind} has led to nothing`);
    }
    return finding(pinId, 'has not ended');
  }

  async function act(pinId: string, action: NextAction, isLate: boolean): Promise<void> {
    try {
      switch (action.kind) {
        case 'create_pin':
        case 'upload_video':
          if (isLate) return await tick([], [pinId], pinId);
          return await publishPin(publishing, pinId, action.attempt);
        case 'expire_attempt':
        case 'expire_upload':
          time.now += 2_000;
          return await tick([{ pinId, attempt: action.attempt }], [], pinId);
        case 'read_board':
          return await reconcilePin(publishing, pinId, action.attempt);
        case 'read_video_status':
          return await pollVideo(publishing, pinId);
      }
    } catch (error) {
      if (!(error instanceof Error) || error.message !== workerGone) finding(pinId, `${action.kind} threw ${String(error)}`);
    }
  }

  /** One round of the timers. */
  async function tick(overdue: readonly { pinId: string; attempt: number }[], givenUp: readonly string[], pinId: string): Promise<void> {
    const ending = new AbortController();
    await runPublishingTimers(
      {
        streams,
        queue: { offer: async () => undefined },
        publishQueue: {
          overdue: async () => overdue,
          givenUp: async () => givenUp,
          heldTooLong: async () => ({ pins: [], next: null }),
          readsDue: async () => [],
        },
        clock,
        monotonic: () => time.now,
        reconcileAfterMs: publishing.reconcileAfterMs,
        passOver: (_task, item, error) => Promise.reject(new Error(`${item} would be passed over: ${String(error)}`)),
        pause: async () => ending.abort(),
        onError: (error) => void finding(pinId, `the timers told of ${String(error)}`),
      },
      { holder: 'this process', epoch: 1n, signal: ending.signal },
    );
  }

  function finding(pinId: string, what: string): null {
    onFinding(`pin ${pinId}: ${what}`);
    return null;
  }

  return {
    live,
    /** A connected account, with a fact of the tokens that the platform gave for the old ones. */
    async connect(): Promise<string> {
      const accountId = newId();
      const [connected] = connectionSamples;
      if (!connected) throw new Error('there is no sample of a connected account');
      const facts = [{ ...connected, data: { ...connected.data, accountId, projectId } } as typeof connected];
      await streams.decide(connectionStream, accountId, origin(), () => facts, { fresh: true });
      return accountId;
    },
    async refresh(accountId: string): Promise<void> {
      try {
        const { value } = await answered.platform.refreshToken({ refreshToken: 'pinr_old' });
        const scopes = value.scopes ?? [];
        const refreshedAt = clock().toISOString();
        const tokens = { tokenRef: newId(), scopes, tokenExpiresAt: value.expiresAt.toISOString() };
        const fact: TokenRefreshed = { type: 'TokenRefreshed', data: { accountId, ...tokens, refreshedAt } };
        await streams.decide(connectionStream, accountId, origin(), () => [fact]);
      } catch (error) {
        if (!(error instanceof PlatformError)) onFinding(`the refresh of ${accountId} threw ${String(error)}`);
      }
    },
    async storeVideo(): Promise<string> {
      const assetId = newId();
      const stored = assetStored({ assetId, projectId, assetType: 'video', contentType: 'video/mp4' });
      await streams.decide(assetStream, assetId, origin(), () => [stored], { fresh: true });
      return assetId;
    },
  };
}

function publishingDeps({ random, time, answered, onFinding, ugly }: LivesDeps, streams: Streams): ReconcilingDeps {
  const bounded = (what: string, value: number, most: number) => {
    if (!(value <= most)) onFinding(`${what} ${value} is beyond its bound`);
  };
  const access = { accessToken: 'pina_token', tokenRef: '1' };
  return {
    streams,
    platform: answered.platform,
    buckets: {
      claim: async () => {
        if (ugly.chance(0.01)) throw new Error(workerGone);
        return { granted: true };
      },
      park: async (_, until) => bounded('a parking of ms', until.getTime() - time.now, dayMs),
      block: async (_, atLeastSeconds) => Math.max(10, atLeastSeconds),
      settleProbe: async () => undefined,
      knows: () => false,
      binds: () => true,
      learn: async (_, { limit, windowSeconds }) => {
        bounded('a limit', limit, 1e9);
        bounded('a window', windowSeconds, 86_400);
      },
    },
    closeGrant: async () => undefined,
    dropGrant: async () => undefined,
    waitingBefore: async () => [],
    accounts: {
      accessToken: async () => access,
      requireUsable: async () => undefined,
      refreshAccess: async () => access,
      reportDead: async () => undefined,
      learnLimit: async () => undefined,
    },
    presentEpoch: async () => true,
    storage: { open: async () => Readable.from([Buffer.from('video')]) } as never,
    images: { reserve: async () => () => undefined, has: async () => true, read: async () => null } as never,
    knownPins: { findOwned: async () => new Set() },
    reads: { take: async () => 0, owe: async () => undefined },
    onFault: (error) => {
      throw error;
    },
    clock: () => new Date(time.now),
    monotonic: () => 0,
    uptime: () => ({ boot: 'machine', seconds: time.now / 1_000 }),
    secondsAgo: async () => null,
    random,
    platformTimeoutMs: 20_000,
    reconcileAfterMs: [2_000, 10_000, 60_000],
  };
}
