import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import { apiKeyStream, userStream } from '@pps/identity/events';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import type { ActivitySubject } from './activity_log.tables';

const introducing = factsOf(pinStream, 'PinQueued', 'PinRetryRequested')
  .and(scheduleStream, 'ScheduleCreated')
  .and(apiKeyStream, 'ApiKeyCreated')
  .and(userStream, 'UserRegistered');

const unknown: Omit<ActivitySubject, 'subjectId' | 'position'> = {
  organizationId: null,
  projectId: null,
  epoch: 0,
  accountId: null,
  userId: null,
};

/** What a fact says about its subject that later facts do not repeat; null for one that says nothing. Only a pin's account changes later. */
export function subjectOfFact(recorded: RecordedFact): Omit<ActivitySubject, 'position'> | null {
  const fact = introducing.read(recorded);
  switch (fact?.type) {
    case undefined:
      return null;
    case 'PinQueued':
    case 'ScheduleCreated': {
      const { organizationId, projectId, epoch, accountId } = fact.data;
      return {
        ...unknown,
        subjectId: 'pinId' in fact.data ? fact.data.pinId : fact.data.scheduleId,
        organizationId,
        projectId,
        epoch,
        accountId,
      };
    }
    case 'PinRetryRequested': {
      const { organizationId = null, projectId = null, epoch = 0 } = fact.metadata;
      const subjectId = streamId(pinStream, fact.stream) ?? fact.stream;
      return { ...unknown, subjectId, organizationId, projectId, epoch, accountId: fact.data.accountId };
    }
    case 'ApiKeyCreated': {
      const { keyId, organizationId, projectId, epoch, userId } = fact.data;
      return { ...unknown, subjectId: keyId, organizationId, projectId, epoch, userId };
    }
    case 'UserRegistered': {
      const { userId, organizationId } = fact.data;
      return { ...unknown, subjectId: userId, organizationId, userId };
    }
  }
}

/** Id of the pin, schedule or user that a fact is about; null where it is about something else. */
export const subjectIdOf = ({ stream }: RecordedFact): string | null =>
  [pinStream, scheduleStream, userStream].map((type) => streamId(type, stream)).find((id) => id !== null) ?? null;

/** Ids of what a fact is about, and of whoever did it. */
export function subjectsNamedBy(fact: RecordedFact): string[] {
  const { actor } = fact.metadata;
  const by = actor.type === 'api_key' && actor.id !== undefined ? [actor.id] : [];
  return [subjectIdOf(fact) ?? [], by].flat();
}
