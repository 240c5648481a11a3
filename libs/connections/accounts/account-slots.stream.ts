import type { StreamType } from '@pps/event-store';
import { sizeOf } from '@pps/kernel';
import type { AccountSlotFact } from './account-slots.events';
import { accountSlots, type AccountSlots } from './account-slots.decider';

/** `connections-<projectId>`: which accounts count towards the plan's limit. */
export const accountSlotsStream: StreamType<AccountSlots, AccountSlotFact> = {
  category: 'connections',
  decider: accountSlots,
  facts: {
    AccountSlotTaken: 1,
    AccountSlotFreed: 1,
  },
  snapshot: { version: 1, every: 200, itemsOf: ({ accounts }) => sizeOf(accounts) },
};
