import type { ProjectionContext } from '@pps/read-store';

export const tables = ['webhook_delivery', 'webhook_delivery_attempt', 'webhook_delivery_target'] as const;

export async function createTables({ tx, table }: ProjectionContext): Promise<void> {
  const delivery = table('webhook_delivery');
  const attempt = table('webhook_delivery_attempt');
  const target = table('webhook_delivery_target');
  await tx.raw(`
    create table ${delivery} (
      id uuid primary key,
      webhook_id uuid not null,
      project_id uuid not null,
      epoch int not null,
      event_id text not null,
      event text not null,
      sequence bigint not null,
      occurred_at timestamptz not null,
      data jsonb not null,
      status text not null check (status in ('pending', 'delivered', 'exhausted')),
      attempt_count int not null,
      last_status_code int,
      last_error text,
      next_attempt_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      requested_position bigint not null,
      position bigint not null);
    create index on ${delivery} (webhook_id, requested_position);
    create index on ${delivery} (webhook_id, next_attempt_at, sequence) where status = 'pending';
    create index on ${delivery} (project_id, epoch);
    comment on table ${delivery} is 'Events to be sent to webhooks; one row per event and webhook.';
    comment on column ${delivery}.id is 'Id of the delivery.';
    comment on column ${delivery}.webhook_id is 'Webhook it goes to.';
    comment on column ${delivery}.project_id is 'Project of the webhook.';
    comment on column ${delivery}.epoch is 'Epoch of the project.';
    comment on column ${delivery}.event_id is 'Id that the receiver sees, the same on every attempt.';
    comment on column ${delivery}.event is 'Name of the event.';
    comment on column ${delivery}.sequence is 'Number among the events of the webhook, from 1; 0 for a test.';
    comment on column ${delivery}.occurred_at is 'When the event happened.';
    comment on column ${delivery}.data is 'What is told about the event.';
    comment on column ${delivery}.status is 'pending until it is delivered or the attempts are exhausted.';
    comment on column ${delivery}.attempt_count is 'Attempts made.';
    comment on column ${delivery}.last_status_code is 'HTTP status of the last attempt, if there was an answer.';
    comment on column ${delivery}.last_error is 'What went wrong at the last attempt, if there was no answer.';
    comment on column ${delivery}.next_attempt_at is 'When the next attempt is due; null when there is none.';
    comment on column ${delivery}.created_at is 'When the delivery was asked for.';
    comment on column ${delivery}.updated_at is 'When something last happened to it.';
    comment on column ${delivery}.requested_position is 'Where in the log the delivery was asked for.';
    comment on column ${delivery}.position is 'Where in the log its last fact stands.';

    create table ${attempt} (
      delivery_id uuid not null,
      n int not null,
      started_at timestamptz not null,
      duration_ms int not null,
      status_code int,
      error text,
      trigger text not null,
      primary key (delivery_id, n));
    comment on table ${attempt} is 'Attempts at deliveries; one row each.';
    comment on column ${attempt}.delivery_id is 'Id of the delivery.';
    comment on column ${attempt}.n is 'Number of the attempt, from 1.';
    comment on column ${attempt}.started_at is 'When it began.';
    comment on column ${attempt}.duration_ms is 'How long it took, in milliseconds.';
    comment on column ${attempt}.status_code is 'HTTP status of the answer, if there was one.';
    comment on column ${attempt}.error is 'What went wrong, if there was no answer.';
    comment on column ${attempt}.trigger is 'auto, manual or replay.';

    create table ${target} (
      webhook_id uuid primary key,
      project_id uuid not null,
      epoch int not null,
      is_enabled boolean not null,
      is_deleted boolean not null,
      position bigint not null);
    create index on ${target} (project_id, epoch);
    comment on table ${target} is 'Whether deliveries to a webhook may go out; one row per webhook that ever was.';
    comment on column ${target}.webhook_id is 'Id of the webhook.';
    comment on column ${target}.project_id is 'Project of the webhook.';
    comment on column ${target}.epoch is 'Epoch of the project.';
    comment on column ${target}.is_enabled is 'False while its deliveries are held.';
    comment on column ${target}.is_deleted is 'True from its deletion on.';
    comment on column ${target}.position is 'Where in the log its last fact stands.';`);
}
