import type { AccountDirectory } from '@pps/connections';
import { accountBucket, globalBucketOf, type BucketBalance, type TimelineWords, type TokenBuckets } from '@pps/pins';
import type { PinView } from '@pps/pins/events';

export interface PresentWaitDeps {
  readonly accounts: Pick<AccountDirectory, 'find'>;
  readonly buckets: Pick<TokenBuckets, 'readBalances'>;
}

type Wait = Pick<TimelineWords, 'reason' | 'next_step'>;

/** What a pin waits for that could be published now: its account, tokens, or its turn. Null for one that does not wait, or is put off. */
export async function presentWait({ accounts, buckets }: PresentWaitDeps, pin: PinView, now: Date): Promise<Wait | null> {
  const { status, nextAttemptAt, projectId, accountId } = pin;
  const isReady = status === 'queued' || (status === 'deferred' && nextAttemptAt !== null && new Date(nextAttemptAt) <= now);
  if (!isReady || pin.errorCode === 'outcome_unknown') return null;
  const [own, shared] = [accountBucket(accountId), globalBucketOf(pin)];
  const [account, balances] = await Promise.all([accounts.find(projectId, accountId), buckets.readBalances([own, shared])]);
  if (account?.reconnectReason) {
    return { reason: 'reconnect_required', next_step: 'It goes on once its account is connected again.' };
  }
  return waitForTokens(balances.get(own), balances.get(shared), now);
}

function waitForTokens(own: BucketBalance | undefined, shared: BucketBalance | undefined, now: Date): Wait {
  if (own?.parkedUntil && own.parkedUntil > now) {
    const until = own.parkedUntil.toISOString();
    return { reason: 'account_parked', next_step: `The platform asked its account to wait until ${until}.` };
  }
  if (own && own.tokens < 1) return { reason: 'account_pace', next_step: `Its account publishes ${paceOf(own)}; it waits for its turn.` };
  if (shared && shared.tokens < 1) {
    return { reason: 'service_pace', next_step: `All accounts together publish ${paceOf(shared)}; it waits for its turn.` };
  }
  return { reason: 'turn', next_step: 'It is about to be published.' };
}

const paceOf = ({ refillPerSecond }: BucketBalance): string => `${Number(refillPerSecond.toFixed(2))} pins a second`;
