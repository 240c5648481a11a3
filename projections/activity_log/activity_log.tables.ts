import { termsOf, type Plan } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import { tableFrom } from '@pps/read-store';
import { categoryOfAction, type Activity } from './activity';

/** A fact in words, with what is known beside it. */
export interface LoggedActivity {
  readonly fact: RecordedFact;
  readonly activity: Activity;
  /** The project, or the organization where it concerns none of its projects. */
  readonly scopeId: string;
  readonly organizationId: string;
  readonly epoch: number;
  readonly accountId: string | null;
  readonly actor: ActivityActor;
  readonly retentionDays: number;
}

export interface ActivityActor {
  readonly type: 'user' | 'api_key' | 'system' | 'worker' | 'admin' | 'billing';
  readonly id: string | null;
  readonly userId: string | null;
}

const dayMs = 86_400_000;

export const activityTable = tableFrom<LoggedActivity>()({
  name: 'activity_log',
  meaning: "What happened in a project or its organization, in words that people read; each entry is kept for the plan's days.",
  key: ['position'],
  indexes: [
    '(scope_id, created_at desc, position desc)',
    '(scope_id, account_id, created_at desc, position desc) where account_id is not null',
    `(scope_id, category, created_at desc, position desc) where category <> 'publishing'`,
    `(scope_id, created_at desc, position desc) where status = 'failed'`,
    '(resource_id, created_at desc, position desc)',
    '(expires_at)',
  ],
  columns: {
    position: ['bigint', 'Position of the fact in the whole log.', ({ fact }) => fact.position.toString()],
    id: ['uuid not null', 'Id of the fact.', ({ fact }) => fact.id],
    scope_id: ['uuid not null', 'The project, or the organization where it concerns none of its projects.', ({ scopeId }) => scopeId],
    organization_id: ['uuid not null', 'The organization.', ({ organizationId }) => organizationId],
    epoch: ['int not null', 'Epoch of the project; 0 of what concerns the organization.', ({ epoch }) => epoch],
    created_at: ['timestamptz not null', 'When the log stored the fact.', ({ fact }) => fact.recordedAt.toISOString()],
    action: ['text not null', 'What happened, `<resource>.<what>`.', ({ activity }) => activity.action],
    category: [
      'text not null',
      'security, publishing, billing, configuration or integration; follows from the action.',
      ({ activity }) => categoryOfAction(activity.action) ?? 'configuration',
    ],
    status: ['text not null', 'success, failed, queued or canceled.', ({ activity }) => activity.status],
    message: ['text not null', 'The same as a sentence.', ({ activity }) => activity.message],
    metadata: ['jsonb not null', 'Particulars; nothing secret or personal.', ({ activity }) => activity.metadata ?? {}],
    resource_type: ['text not null', 'What it happened to: pin, schedule, api_key …', ({ activity }) => activity.resourceType],
    resource_id: ['text not null', 'Its id.', ({ activity }) => activity.resourceId],
    account_id: ['uuid', 'The platform account that it concerns; null where it concerns none or several.', ({ accountId }) => accountId],
    actor_type: ['text not null', 'user, api_key, system, worker, admin or billing.', ({ actor }) => actor.type],
    actor_id: ['text', "The user's or the key's id, or which part of the service it was.", ({ actor }) => actor.id],
    actor_user_id: ['uuid', 'The user, of an API key the one it acts for.', ({ actor }) => actor.userId],
    request_id: ['text', 'The HTTP request that caused it.', ({ fact }) => fact.metadata.requestId ?? null],
    retention_days: ['int not null', "The plan's days when it happened, or of a better plan since.", ({ retentionDays }) => retentionDays],
    expires_at: [
      'timestamptz not null',
      'No longer shown from then on.',
      ({ fact, retentionDays }) => new Date(fact.recordedAt.getTime() + retentionDays * dayMs).toISOString(),
    ],
  },
});

/** What later facts about something, or of somebody, do not say again. */
export interface ActivitySubject {
  readonly subjectId: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly epoch: number;
  readonly accountId: string | null;
  readonly userId: string | null;
  readonly position: bigint;
}

export const activitySubjectTable = tableFrom<ActivitySubject>()({
  name: 'activity_subject',
  meaning: 'What later facts about a pin, a schedule, an API key or a user do not say again.',
  key: ['subject_id'],
  indexes: ['(project_id, epoch)'],
  columns: {
    subject_id: ['uuid', 'Id of the pin, schedule, API key or user.', ({ subjectId }) => subjectId],
    organization_id: ['uuid', 'Its organization.', ({ organizationId }) => organizationId],
    project_id: ['uuid', 'Its project; null of a user.', ({ projectId }) => projectId],
    epoch: ['int not null', 'Epoch of the project.', ({ epoch }) => epoch],
    account_id: ['uuid', 'The platform account that a pin or schedule is published with.', ({ accountId }) => accountId],
    user_id: ['uuid', 'The user that an API key acts for.', ({ userId }) => userId],
    position: ['bigint not null', 'Position of the newest fact in the row.', ({ position }) => position.toString()],
  },
});

export interface PlanRetention {
  readonly organizationId: string;
  readonly plan: Plan;
  /** Agreed with the organization; they hold on Enterprise. */
  readonly ownDays: number | null;
  readonly position: bigint;
}

/** For how many days the organization's plan keeps activity. */
export const retentionDaysOf = ({ plan, ownDays }: Pick<PlanRetention, 'plan' | 'ownDays'>): number =>
  termsOf({ plan, ownLimits: ownDays === null ? {} : { activityLogRetentionDays: ownDays } }, 'production').activityLogRetentionDays;

export const activityRetentionTable = tableFrom<PlanRetention>()({
  name: 'activity_retention',
  meaning: "How long an organization's plan keeps activity.",
  key: ['organization_id'],
  columns: {
    organization_id: ['uuid', 'The organization.', ({ organizationId }) => organizationId],
    plan: ['text not null', 'Its present plan.', ({ plan }) => plan],
    own_days: ['int', 'Days that were agreed with it; they hold on Enterprise.', ({ ownDays }) => ownDays],
    retention_days: ['int not null', 'Days that hold at present.', retentionDaysOf],
    position: ['bigint not null', 'Position of the newest fact in the row.', ({ position }) => position.toString()],
  },
});
