import type { RecordedFact } from '@pps/event-store';
import type { PinFact, QuotaUnit } from '@pps/pins/events';

/** The unit that each pin holds by its facts, worked out apart from the rules: of a schedule's pin one, unless it failed or was deleted early. */
export function heldUnits(facts: readonly RecordedFact[]): Map<string, QuotaUnit> {
  const held = new Map<string, QuotaUnit>();
  const done = new Set<string>();
  for (const recorded of facts.filter(({ stream }) => stream.startsWith('pin-'))) {
    const fact = recorded as unknown as PinFact & { readonly stream: string };
    if (fact.type === 'PinQueued') held.set(fact.stream, fact.data);
    if (fact.type === 'PinRetryRequested') held.set(fact.stream, fact.data.unit ?? { month: 'none', entryId: 'none' });
    if (fact.type === 'PinPublished') done.add(fact.stream);
    if (fact.type === 'PinFailed' || (fact.type === 'PinDeleted' && !done.has(fact.stream))) held.delete(fact.stream);
  }
  return held;
}
