import type { StreamType } from '@pps/event-store';
import { sizeOf } from '@pps/kernel';
import { quota, type QuotaState } from './quota.decider';
import type { QuotaFact } from './quota.events';

/** `quota-<projectId>-<yyyy-mm>`, in later epochs `…-e<epoch>`: what fits into a project's month (UTC). */
export const quotaStream: StreamType<QuotaState, QuotaFact> = {
  category: 'quota',
  decider: quota,
  facts: {
    QuotaConsumed: 1,
    QuotaReleased: 1,
    QuotaThresholdReached: 1,
  },
  snapshot: { version: 3, every: 200, itemsOf: ({ released }) => sizeOf(released) },
};

export const quotaStreamId = (projectId: string, epoch: number, month: string): string =>
  epoch === 0 ? `${projectId}-${month}` : `${projectId}-${month}-e${epoch}`;
