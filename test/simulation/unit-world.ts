import { plans, QuotaCounter, quotaReleasing } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import { Streams, type EventStore, type Origin, type RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore, recordedFact } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import { quotaSettling } from '@pps/pins';
import { describePin, pinStream, type PinFact, type PinState, type PinView } from '@pps/pins/events';
import { sweepQuota } from '@pps/pins/testing';
import { scheduleStream, type ScheduleState } from '@pps/schedules/events';
import { scheduleCreated } from '@pps/schedules/testing';
import { createPin, deletePin, retryPin, type FireScheduleDeps, type RetryPinDeps } from '@pps/use-cases';
import { unsettledInMemory } from './unsettled-in-memory';

/** The process of the API died: nothing that it still wanted to do happens. */
export class Died extends Error {}

const sweptAfterMs = 60_000;
const start = Date.parse('2026-11-29T00:00:00.000Z');

export const principal = {
  ...{ kind: 'session', userId: newId(), organizationId: newId(), projectId: newId(), environment: 'production', epoch: 0 },
  ...{ scopes: ['write'], accountIds: null, asOf: 0n },
} as Principal;

/** One project on a log in memory: the real commands, processes and sweep of its quota, and clients that may die at any call. */
export class UnitWorld {
  /** Every fact, in order. */
  readonly facts: RecordedFact[] = [];
  private readonly log: EventStore = openInMemoryEventStore();
  private readonly streams = new Streams(this.recording());
  private readonly unsettled = unsettledInMemory();
  private readonly settling = quotaSettling(this.unsettled);
  private nowMs = start;
  private released = 0;

  constructor(
    private readonly limit: number,
    private readonly random: () => number,
  ) {}

  pass(ms: number): void {
    this.nowMs += ms;
  }

  async pin(pinId: string): Promise<PinState> {
    return (await this.streams.load(pinStream, pinId)).state;
  }

  async schedule(scheduleId: string): Promise<ScheduleState> {
    return (await this.streams.load(scheduleStream, scheduleId)).state;
  }

  /** A schedule that is due. */
  async addDueSchedule(): Promise<string> {
    const [scheduleId, runAt] = [newId(), this.clock().toISOString()];
    const created = scheduleCreated({ scheduleId, projectId: principal.projectId, runAt });
    await this.streams.decide(scheduleStream, scheduleId, this.origin(), () => [created]);
    return scheduleId;
  }

  async used(month: string): Promise<number> {
    return new QuotaCounter(this.streams).readUsed(principal.projectId, 0, month);
  }

  fire(scheduleId: string) {
    const request = { accountId: newId(), boardId: '1', content: { title: 'Door', imageUrl: 'https://i/1' }, idempotencyKey: scheduleId };
    return createPin(this.client(), principal, { ...request, scheduleId }, 'schedule');
  }

  async retry(pin: PinView): Promise<PinView> {
    return retryPin(this.client(), principal, pin, {});
  }

  async delete(pin: PinView) {
    const deps = { ...this.client(), tokens: { use: unasked }, platform: { deletePin: unasked } };
    return deletePin(deps, principal, pin, { fromPlatform: false });
  }

  /** What a worker or a timer appends. */
  async publish(pinId: string, decide: (state: PinState, at: string) => readonly PinFact[]): Promise<void> {
    await this.streams.decide(pinStream, pinId, this.origin(), (state) => decide(state, this.clock().toISOString()));
  }

  /** The process that releases units takes in so many facts, some of them twice. */
  async release(count: number): Promise<void> {
    const process = quotaReleasing({ streams: this.streams, clock: this.clock });
    const next = this.facts.slice(this.released, this.released + count).filter(({ type }) => process.handles.includes(type));
    this.released = Math.min(this.facts.length, this.released + count);
    await process.react([...next, ...next.filter(() => this.random() < 0.3)] as never, null);
  }

  async releaseAll(): Promise<void> {
    while (this.released < this.facts.length) await this.release(this.facts.length - this.released);
  }

  /** Gives up what nothing has settled within a minute. */
  async sweep(): Promise<void> {
    const { streams, unsettled, clock } = this;
    await sweepQuota({ streams, unsettled, clock, unsettledForMs: sweptAfterMs, onError: () => undefined });
  }

  readonly clock = () => new Date(this.nowMs);

  private readonly origin = (): Origin => ({
    projectId: principal.projectId,
    epoch: 0,
    actor: { type: 'system' },
    occurredAt: this.clock().toISOString(),
  });

  /** One request's API process, which dies in one of ten of its calls, before or after they have taken effect, and may be slow. */
  client(): FireScheduleDeps & RetryPinDeps {
    const { streams, clock } = this;
    let isDead = false;
    const unlessDead = async <T>(work: () => Promise<T>): Promise<T> => {
      if (this.random() < 0.05) isDead = true;
      if (isDead) throw new Died();
      if (this.random() < 0.05) await this.freeze();
      const answer = await work();
      if (this.random() < 0.05) isDead = true;
      if (isDead) throw new Died();
      return answer;
    };
    const quota = new QuotaCounter(streams);
    return {
      streams: {
        load: (type, id) => streams.load(type, id),
        decide: (...work) => unlessDead(() => streams.decide(...work)),
      },
      quota: {
        reserve: (ask) => unlessDead(() => quota.reserve(ask)),
        reserveAll: (ask, entries) => unlessDead(() => quota.reserveAll(ask, entries)),
        readUsed: (...of) => quota.readUsed(...of),
      },
      live: { get: (type, id) => streams.load(type, id), head: async () => 0n },
      claims: { findPinIds: async () => new Set<string>() },
      creationsByPin: new KeyedMutex(),
      termsOf: async () => ({ plan: 'pro', planTerms: { ...plans.pro, quotaPinsMonthly: this.limit }, mayPublish: true }),
      accounts: { find: async (_, accountId) => ({ accountId }) as never },
      boards: { check: async () => ({ status: 'ok' }) as never, checkLocally: async () => ({ status: 'ok' }) as never },
      presentEpoch: async () => true,
      reconnection: { rejection: unasked },
      assets: { requireShown: async () => undefined, withMediaType: async (_, content) => content },
      upgradeUrl: 'https://app.example/billing',
      clock,
      newId,
      monotonic: () => this.nowMs,
      pause: async (ms) => this.pass(ms),
    };
  }

  /** Long enough for the sweep to be first. */
  private async freeze(): Promise<void> {
    this.pass(2 * sweptAfterMs);
    await this.sweep();
  }

  private recording(): EventStore {
    return {
      ...this.log,
      append: async (stream, facts, expected) => {
        const appended = await this.log.append(stream, facts, expected);
        for (const fact of facts) this.note(recordedFact({ ...fact, stream }));
        return appended;
      },
    };
  }

  private note(fact: RecordedFact): void {
    this.facts.push(fact);
    if (this.settling.handles.includes(fact.type)) void this.settling.react([fact], null);
  }
}

/** The pin as clients see it, or null where there is none. */
export const viewOf = (state: PinState): PinView | null => (state.kind === 'pin' ? describePin(state) : null);

function unasked(): never {
  throw new Error('nothing asks the platform');
}
