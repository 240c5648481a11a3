import type { RecordedFact } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { runPrepared, type ProjectionContext, type RowOf } from '@pps/read-store';
import { subjectIdOf, subjectOfFact, subjectsNamedBy } from './subject-of-fact';
import { activitySubjectTable, type ActivitySubject } from './activity_log.tables';

type Row = RowOf<typeof activitySubjectTable>;

/** What is known of pins, schedules, keys and users while the facts of a batch are read; `save` writes what they have added. */
export interface KnownSubjects {
  find(subjectId: string): ActivitySubject | undefined;
  /** The pin, schedule or user that a fact is about: never what only has the same id. */
  of(fact: RecordedFact): ActivitySubject | undefined;
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
    of: (fact) => known.get(subjectIdOf(fact) ?? ''),
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
