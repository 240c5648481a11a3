import type { EventStore, NewFact } from '@pps/event-store';
import { candidateOf } from '@pps/pins';
import { BucketModel } from '../pacing/bucket-model';
import type { Parts } from './parts';
import type { Breach } from './violations';

export interface PlantedBug {
  readonly bug: string;
  readonly breach: Breach;
  readonly parts: Partial<Parts>;
}

class FreeBuckets extends BucketModel {
  override claim(...[account, global, , at]: Parameters<BucketModel['claim']>): boolean {
    return super.claim(account, global, 0, at);
  }
}

/** Its clock runs half as fast again. */
class HastyBuckets extends BucketModel {
  override claim(...[account, global, cost, at]: Parameters<BucketModel['claim']>): boolean {
    return super.claim(account, global, cost, hasty(at));
  }

  override tokensAvailable(...[name, isGlobal, at]: Parameters<BucketModel['tokensAvailable']>): bigint {
    return super.tokensAvailable(name, isGlobal, hasty(at));
  }
}

const hasty = <At extends { readonly wall: bigint; readonly uptime: bigint }>(at: At): At => {
  const gained = at.uptime / 2n;
  return { ...at, wall: at.wall + gained, uptime: at.uptime + gained };
};

const buckets = (Model: typeof BucketModel): Partial<Parts> => ({ buckets: ({ account, global }) => new Model(account, global) });

const log = (changed: (log: EventStore) => Partial<EventStore>): Partial<Parts> => ({ log: (real) => ({ ...real, ...changed(real) }) });

/** What is appended and begins with a fact of this type is appended in another way. */
const appending = (type: string, append: (log: EventStore, ...of: Parameters<EventStore['append']>) => ReturnType<EventStore['append']>) =>
  log((real) => ({
    append: (...of) => (of[1][0]?.type === type ? append(real, ...of) : real.append(...of)),
  }));

const twice = (type: string) =>
  appending(type, async (real, stream, facts, expected) => {
    const { revision } = await real.append(stream, facts, expected);
    return real.append(stream, facts, revision);
  });

const never = (type: string) =>
  appending(type, async (_, _stream, facts, expected) => ({
    revision: (expected === 'no_stream' ? -1 : expected) + facts.length,
    position: 0n,
  }));

const instead = (type: string, other: (fact: NewFact) => Pick<NewFact, 'type' | 'data'>) =>
  appending(type, (real, stream, facts, expected) =>
    real.append(
      stream,
      facts.map((fact) => ({ ...fact, ...other(fact) })),
      expected,
    ),
  );

const at = (fact: NewFact): Readonly<Record<string, unknown>> => fact.data as Readonly<Record<string, unknown>>;
const isOneInTen = (pinId: string): boolean => pinId.charCodeAt(0) % 10 === 0;

/** Parts that break a promise each, and the breach that must be reported. */
export const plantedBugs: readonly PlantedBug[] = [
  { bug: 'a claim that does not spend', breach: 'over-issue', parts: buckets(FreeBuckets) },
  { bug: 'a bucket whose clock runs fast', breach: 'over-issue', parts: buckets(HastyBuckets) },
  { bug: 'a unit of quota that is taken twice', breach: 'unit taken twice', parts: twice('QuotaConsumed') },
  { bug: 'a unit of quota that is given back twice', breach: 'unit given back twice', parts: twice('QuotaReleased') },
  { bug: 'a unit of a request that died and is never given back', breach: 'unit without a pin', parts: never('QuotaReleased') },
  { bug: 'a pin without a unit', breach: 'pin without a unit', parts: never('QuotaConsumed') },
  {
    bug: 'a second call before anybody knows how the first one went',
    breach: 'published twice',
    parts: instead('PinPublishOutcomeUnknown', (fact) => {
      const { attempt, message, at: deferredAt } = at(fact);
      const reason = 'transient_upstream';
      return { type: 'PinPublishDeferred', data: { attempt, reason, message, deferredAt, nextAttemptAt: deferredAt, counts: true } };
    }),
  },
  {
    bug: 'a success that is recorded as a failure',
    breach: 'failed but published',
    parts: instead('PinPublished', (fact) => ({
      type: 'PinFailed',
      data: { errorCode: 'invalid_image', errorMessage: '', failedAt: at(fact)['publishedAt'] },
    })),
  },
  {
    bug: 'a pin that is deferred without a date',
    breach: 'no dated next action',
    parts: instead('PinPublishDeferred', (fact) => ({ ...fact, data: { ...at(fact), deferredAt: '', nextAttemptAt: '' } })),
  },
  {
    bug: 'a grant that is lost and never offered again',
    breach: 'grant not offered again',
    parts: { grants: (grants) => ({ ...grants, reofferUnclaimed: async () => [] }) },
  },
  {
    bug: 'deadlines that nobody watches',
    breach: 'overdue',
    parts: { timers: (queue) => ({ ...queue, overdue: async () => [] }) },
  },
  {
    bug: 'reconciliation reads that nobody offers',
    breach: 'overdue',
    parts: { timers: (queue) => ({ ...queue, readsDue: async () => [] }) },
  },
  {
    bug: 'a pin that never shows in the queue',
    breach: 'overdue',
    parts: { isProjected: ({ type, stream }) => type !== 'PinQueued' || !isOneInTen(stream.slice('pin-'.length)) },
  },
  {
    bug: 'a workspace that is skipped',
    breach: 'unfair round',
    parts: {
      startable: (startable) => async (ask) =>
        (await startable(ask)).map((account) => ({ ...account, pins: account.pins.filter(({ projectId }) => projectId !== 'project-3') })),
    },
  },
  {
    bug: 'a board that is not waited for',
    breach: 'two calls on one board',
    parts: {
      startable: (startable, queue) => async (ask) =>
        (await startable(ask)).map((account) => {
          const others = [...queue.rows.values()].filter(({ phase, account_id }) => phase === 'ready' && account_id === account.accountId);
          const onOtherBoards = others.filter((row) => !account.pins.some(({ boardId }) => boardId === row.board_id));
          return { ...account, pins: [...onOtherBoards.map(candidateOf), ...account.pins] };
        }),
    },
  },
];
