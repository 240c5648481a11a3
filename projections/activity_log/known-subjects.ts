import { type RecordedFact, factsOf, streamId } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { runPrepared, type ProjectionContext, type RowOf } from '@pps/read-store';
import { activitySubjectTable, type ActivitySubject } from './activity_log.tables';
import { apiKeyStream, userStream } from '@pps/identity/events';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';

type Row = RowOf<typeof activitySubjectTable>;

/** What is known of pins, schedules, keys and users while the facts of a batch are read; `save` writes what they have added. */
export interface KnownSubjects {
  find(subjectId: string): ActivitySubject | undefined;
  /** The pin, schedule or user that a fact is about: never what only has the same id. */
  subjectOf(fact: RecordedFact): ActivitySubject | undefined;
  note(fact: RecordedFact): void;
  save(): Promise<void>;
}

export async function knownSubjects(facts: readonly RecordedFact[], { tx, table }: ProjectionContext): Promise<KnownSubjects> {
  const name = table(activitySubjectTable.name);
  const ids = [...new Set(facts.flatMap(subjectsNamedBy))].filter(isUuid);
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await runPrepared<{ rows: Row[] }>(tx, `select * from ${name} where subject_id = any(array(select unnest(?::uuid[])))`, [ids]);
  const known = new Map(rows.map((row) => [String(row.subject_id), subjectOfRow(row)]));
  const changed = new Map<string, ActivitySubject>();
  return {
    find: (subjectId) => known.get(subjectId),
    subjectOf: (fact) => known.get(subjectIdOf(fact) ?? ''),
    note(fact) {
      const subject = subjectOfFact(fact);
      if (!subject || !isUuid(subject.subjectId)) return;
      const before = known.get(subject.subjectId);
      if (before && before.position >= fact.position) return;
      const after = { ...before, ...subject, position: fact.position };
      known.set(after.subjectId, after);
      changed.set(after.subjectId, after);
    },
    save: () => activitySubjectTable.upsertFrom(tx, name, [...changed.values()]),
  };
}

const subjectOfRow = (row: Row): ActivitySubject => ({
  subjectId: row.subject_id,
  organizationId: row.organization_id,
  projectId: row.project_id,
  epoch: row.epoch,
  accountId: row.account_id,
  userId: row.user_id,
  position: BigInt(row.position),
});

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
function subjectOfFact(recorded: RecordedFact): Omit<ActivitySubject, 'position'> | null {
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
const subjectIdOf = ({ stream }: RecordedFact): string | null =>
  [pinStream, scheduleStream, userStream].map((type) => streamId(type, stream)).find((id) => id !== null) ?? null;

/** Ids of what a fact is about, and of whoever did it. */
function subjectsNamedBy(fact: RecordedFact): string[] {
  const { actor } = fact.metadata;
  const by = actor.type === 'api_key' && actor.id !== undefined ? [actor.id] : [];
  return [subjectIdOf(fact) ?? [], by].flat();
}
