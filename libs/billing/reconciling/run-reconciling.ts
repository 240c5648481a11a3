import type { Leadership } from '@pps/leases';
import { reconcileSubscriptions, type ReconcileDeps } from './reconcile-subscriptions';

export const reconcilingDuty = 'payment-reconciling';

const [firstAfterMs, everyMs] = [10 * 60_000, 24 * 3_600_000];

export interface RunReconcilingDeps extends ReconcileDeps {
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Compares all subscriptions with the payment provider ten minutes after it began to lead, and then once a day. */
export async function runReconciling(deps: RunReconcilingDeps, { signal }: Leadership): Promise<void> {
  await deps.pause(firstAfterMs, signal);
  while (!signal.aborted) {
    await reconcileSubscriptions(deps, { signal }).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}
