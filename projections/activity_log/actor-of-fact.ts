import type { RecordedFact } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import type { ActivityActor } from './activity_log.tables';
import type { KnownSubjects } from './known-subjects';

/** Who did it, in the words of the activity log. */
export function actorOfFact({ metadata: { actor } }: RecordedFact, subjects: Pick<KnownSubjects, 'find'>): ActivityActor {
  const { type, id = null } = actor;
  switch (type) {
    case 'user':
      // Pins of schedules that older releases fired name the part of the service as a user.
      return id === null || isUuid(id) ? { type: 'user', id, userId: id } : { type: 'system', id, userId: null };
    case 'api_key':
      return { type: 'api_key', id, userId: subjects.find(id ?? '')?.userId ?? null };
    case 'payment_provider':
      return { type: 'billing', id, userId: null };
    case 'platform':
      return { type: 'system', id: id ?? 'platform', userId: null };
    case 'system': {
      // What an operator's account is called on his machine is nobody else's business.
      if (id === 'pinctl' || id?.startsWith('operator')) return { type: 'admin', id: 'operator', userId: null };
      return { type: id === 'publishing' ? 'worker' : 'system', id, userId: null };
    }
  }
}
