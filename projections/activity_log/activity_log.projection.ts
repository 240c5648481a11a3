import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { defineProjection, everyEpoch, type ProjectionContext, type RemovedOwner, runPrepared } from '@pps/read-store';
import { epochFacts, organizationStream, projectStream } from '@pps/workspaces/events';
import { activitySources, concernsOrganization, describeActivity } from './activity-sources';
import {
  activityRetentionTable,
  activitySubjectTable,
  activityTable,
  type LoggedActivity,
  type ActivityActor,
} from './activity_log.tables';
import { knownSubjects, type KnownSubjects } from './known-subjects';
import { planRetentions } from './plan-retentions';

const resets = factsOf(projectStream, ...epochFacts);
const erasures = factsOf(organizationStream, 'OrganizationErased');

/** What happened in words, for as long as the plan keeps it. Entries of a sandbox's older epochs go with its reset, all with an organization that is erased. */
export const activityLogProjection = defineProjection({
  name: 'activity_log',
  version: 4,
  handles: activitySources.map(({ handles }) => handles).reduce((all, handles) => all.or(handles)),
  tables: [activityTable, activitySubjectTable, activityRetentionTable],

  async project(facts, context) {
    for (const part of partsUpToResets(facts)) await projectPart(part, context);
  },
  removePortion,
});

/** A reset removes what came before it and nothing after it, however the facts come in batches: each part but the last ends with one. */
function partsUpToResets(facts: readonly RecordedFact[]): RecordedFact[][] {
  const parts: RecordedFact[][] = [[]];
  for (const fact of facts) {
    parts.at(-1)?.push(fact);
    if (resets.read(fact) || erasures.read(fact)) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

async function projectPart(facts: readonly RecordedFact[], context: ProjectionContext): Promise<void> {
  const { tx, table } = context;
  const subjects = await knownSubjects(facts, context);
  // One after the other, so that the entries are the same however the facts come in batches.
  const scoped = facts.flatMap((fact) => {
    subjects.note(fact);
    const scope = scopeOf(fact, subjects);
    const activity = scope && describeActivity(fact);
    const accountId = activity && (activity.accountId ?? subjects.subjectOf(fact)?.accountId ?? null);
    return scope ? { ...scope, activity, accountId, actor: actorOfFact(fact, subjects) } : [];
  });
  const retentions = await planRetentions(
    scoped.map(({ organizationId }) => organizationId),
    context,
  );
  const entries = scoped.flatMap(({ fact, activity, accountId, ...rest }): LoggedActivity[] => {
    retentions.note(fact, rest.organizationId);
    return activity ? [{ fact, activity, accountId, ...rest, retentionDays: retentions.daysOf(rest.organizationId) }] : [];
  });
  await activityTable.insertMissingFrom(tx, table(activityTable.name), entries);
  await subjects.save();
  await retentions.save();
  const last = facts.at(-1);
  if (!last) return;
  const reset = resets.read(last);
  // Of a reset the entry itself stays; of a project that is forgotten nothing does.
  const later = reset?.type === 'ProjectForgotten' ? 1 : 0;
  if (reset) await context.remove({ owner: idOf(reset, projectStream), beforeEpoch: reset.data.epoch + later });
  const erased = erasures.read(last);
  if (erased) await context.remove({ owner: erased.data.organizationId, beforeEpoch: everyEpoch });
  await expirePortion(last.recordedAt, context);
}

type ScopedFact = Pick<LoggedActivity, 'fact' | 'scopeId' | 'organizationId' | 'epoch'>;

/** Whom the fact concerns; null where it does not say. */
function scopeOf(fact: RecordedFact, subjects: KnownSubjects): ScopedFact | null {
  const { stream, metadata } = fact;
  const ownerId = stream.slice(stream.indexOf('-') + 1);
  const organizationId = metadata.organizationId ?? subjects.subjectOf(fact)?.organizationId ?? null;
  if (organizationId === null || !isUuid(organizationId)) return null;
  if (concernsOrganization(stream)) return { fact, scopeId: organizationId, organizationId, epoch: 0 };
  const scopeId = stream.startsWith('project-') ? ownerId : metadata.projectId;
  if (scopeId === undefined || !isUuid(scopeId)) return null;
  return { fact, scopeId, organizationId, epoch: resets.read(fact)?.data.epoch ?? metadata.epoch ?? 0 };
}

async function removePortion({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const [entries, subjects] = [table(activityTable.name), table(activitySubjectTable.name)];
  const older = tx(entries)
    .where({ scope_id: owner })
    .andWhere('epoch', '<', beforeEpoch)
    .orderBy('created_at')
    .limit(most)
    .select('position');
  const removed = await tx(entries).whereIn('position', older).delete();
  const olderSubjects = tx(subjects).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('subject_id');
  return Math.max(removed, await tx(subjects).whereIn('subject_id', olderSubjects).delete());
}

/** Who did it, in the words of the activity log. */
function actorOfFact({ metadata: { actor } }: RecordedFact, subjects: Pick<KnownSubjects, 'find'>): ActivityActor {
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

/** More than a batch of facts adds, so that what has expired is soon gone. */
const rowsAtOnce = 2_000;

/**
 * Deletes up to 2,000 entries that have expired at `now`; those whose organization has moved to a plan that keeps them longer get its days instead.
 * `now` is the time of a fact, so that a rebuilt table holds the same rows.
 */
async function expirePortion(now: Date, { tx, table }: ProjectionContext): Promise<void> {
  const [entries, retentions] = [table(activityTable.name), table(activityRetentionTable.name)];
  // Mostly nothing has, and asking is a fraction of the work.
  const oldest = `select expires_at <= ?::timestamptz as has_expired from ${entries} order by expires_at limit 1`;
  const { rows } = await runPrepared<{ rows: { has_expired: boolean }[] }>(tx, oldest, [now.toISOString()]);
  if (!rows[0]?.has_expired) return;
  await tx.raw(
    `with due as materialized (
       select entry.position, entry.created_at + make_interval(days => retention.retention_days) as until, retention.retention_days
       from (select position, created_at, organization_id, retention_days from ${entries}
             where expires_at <= :now::timestamptz order by expires_at limit :rowsAtOnce) entry
       left join ${retentions} retention on retention.organization_id = entry.organization_id and retention.retention_days > entry.retention_days),
     kept as (
       update ${entries} entry set retention_days = due.retention_days, expires_at = due.until
       from due where entry.position = due.position and due.until > :now::timestamptz)
     delete from ${entries} entry using due
     where entry.position = due.position and (due.until is null or due.until <= :now::timestamptz)`,
    { now: now.toISOString(), rowsAtOnce },
  );
}
