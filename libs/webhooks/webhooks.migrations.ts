import { moveTables, type Migration } from '@pps/read-store';
import { webhooksCommentsMigration } from './webhooks-comments.migration';

export const webhooksMigrations: readonly Migration[] = [
  {
    name: 'webhooks/001-outbox-offers-health',
    up: async (tx) => {
      await tx.raw(`
        create table service.webhook_subscription (
          webhook_id uuid primary key,
          project_id uuid not null,
          epoch int not null,
          events jsonb not null,
          is_deleted boolean not null,
          position bigint not null);
        create index on service.webhook_subscription (project_id);
        comment on table service.webhook_subscription is 'Webhooks as the outbox process knows them.';

        create table service.webhook_offer (
          delivery_id uuid primary key,
          webhook_id uuid not null,
          batch_id uuid not null,
          sequence bigint not null,
          attempt int not null,
          position bigint not null,
          offered_until timestamptz not null,
          claimed_until timestamptz);
        create index on service.webhook_offer (batch_id);
        create index on service.webhook_offer (offered_until);
        comment on table service.webhook_offer is 'Deliveries handed to the workers; a batch holds one slot of its webhook until its deliveries move on or the time is up.';

        create table service.webhook_attempt_response (
          delivery_id uuid not null,
          n int not null,
          body text not null,
          created_at timestamptz not null,
          primary key (delivery_id, n));
        create index on service.webhook_attempt_response (created_at);
        comment on table service.webhook_attempt_response is 'What endpoints answered; kept for 30 days.';

        create table service.webhook_failure (
          webhook_id uuid primary key,
          first_at timestamptz not null,
          last_at timestamptz not null,
          attempts int not null);
        comment on table service.webhook_failure is 'Webhooks whose attempts have all failed since first_at.';`);
    },
  },
  moveTables('webhooks/002-own-schema', 'webhooks', [
    { from: 'webhook_subscription', to: 'subscription' },
    { from: 'webhook_offer', to: 'offer' },
    { from: 'webhook_attempt_response', to: 'attempt_response' },
    { from: 'webhook_failure', to: 'failure' },
  ]),
  {
    name: 'webhooks/003-outbox-pins',
    up: async (tx) => {
      await tx.raw(`
        create table webhooks.outbox_pin (
          pin_id uuid primary key,
          revision int not null,
          account_id uuid not null,
          board_id text not null,
          title text not null,
          schedule_id uuid,
          import_job_id uuid,
          known_since timestamptz not null default now()) with (fillfactor = 80);
        create index on webhooks.outbox_pin (known_since);
        create index on webhooks.subscription (project_id, epoch) where not is_deleted;
        drop index webhooks.webhook_subscription_project_id_idx;`);
    },
  },
  {
    name: 'webhooks/004-accounts-of-subscriptions',
    up: async (tx) => {
      await tx.raw('alter table webhooks.subscription add column account_ids uuid[];');
    },
  },
  {
    name: 'webhooks/005-reported-failures',
    up: async (tx) => {
      await tx.raw(`
        alter table webhooks.failure add column reported_at timestamptz;
        create index on webhooks.failure (first_at) where reported_at is null;
        create index on webhooks.failure (first_at) where attempts >= 10;`);
    },
  },
  {
    name: 'webhooks/006-first-offers',
    up: async (tx) => {
      await tx.raw('alter table webhooks.offer add column is_first boolean not null default false;');
    },
  },
  {
    name: 'webhooks/007-unclaimed-offers',
    up: async (tx) => {
      await tx.raw('create index on webhooks.offer (batch_id) where claimed_until is null;');
    },
  },
  webhooksCommentsMigration,
];
