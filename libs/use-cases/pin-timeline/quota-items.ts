import type { TimelineItem } from '@pps/pins';
import type { UnitEntry } from '@projections/quota_ledger/entries-of-units.query';

/** What a pin cost, and what of it was given back. */
export const quotaItems = (entries: readonly UnitEntry[]): TimelineItem[] =>
  entries.map(({ at, kind, month, reason, actor, position }) => ({
    at: at.toISOString(),
    type: kind === 'consumed' ? 'QuotaConsumed' : 'QuotaReleased',
    status: kind,
    message: kind === 'consumed' ? `One unit of the quota of ${month} was taken.` : `The unit of the quota of ${month} was given back.`,
    reason,
    next_step: null,
    attempt: null,
    actor,
    position,
  }));
