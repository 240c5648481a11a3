import type { Database, Migration } from '@pps/read-store';
import { allMigrations } from '../../../apps/foundation/all-migrations';

/** The migrations of release 1.58, after which every owner had its tables in the schema `service`, in the order in which it ran them. */
export const namesOfRelease = [
  'read-store/001-checkpoints-leases-vault',
  'read-store/002-builds-skipped-facts-analytics',
  'read-store/003-snapshots',
  'read-store/005-refused-checkpoints',
  'read-store/004-forgotten-subjects',
  'identity/001-login-failures-key-use-mail-outbox',
  'identity/002-password-recovery',
  'pins/001-pacing',
  'pins/002-unsettled-quota',
  'pins/003-simulated-grants',
  'pins/004-pacing-clock',
  'pins/005-pacing-witness',
  'pins/006-learned-limit',
  'pins/007-grants-index',
  'pins/008-late-questions',
  'connections/001-board-verdict',
  'connections/002-board-verdict-names-nobody',
  'webhooks/001-outbox-offers-health',
];

/** Does what a start of release 1.58 did with the database. */
export async function migrateAsRelease(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.raw(`create schema if not exists service;
      create table if not exists service.migration (name text primary key, applied_at timestamptz not null default now())`);
    const applied = new Set(await tx('service.migration').pluck('name'));
    for (const name of namesOfRelease.filter((each) => !applied.has(each))) {
      await versioned(name)(tx);
      await tx('service.migration').insert({ name });
    }
  });
}

function versioned(name: string) {
  const migration = allMigrations.find((each: Migration) => each.name === name);
  if (!migration || !('up' in migration)) throw new Error(`the migration ${name} is gone, and databases that had it would not upgrade`);
  return migration.up;
}

/** A row or more for each table, as that release wrote them. */
export const rowsOfRelease = `
  insert into service.installation values ('event store', 'a'), ('key MASTER_KEY', 'b');
  insert into service.checkpoint (kind, name, version, store_id, position, state, tables)
    values ('projection', 'pins', 2, 'a', 41, null, '{pins}'), ('process', 'mail-outbox', 1, 'a', 40, '{"n": 1}', null);
  insert into service.skipped_fact (projection, version, position, fact_id, fact_type, stream, error, reason, skipped_by)
    values ('pins', 2, 7, 'f', 'PinQueued', 'pin-1', 'e', 'r', 's');
  insert into service.snapshot (stream, version, revision, fact_id, state) values ('quota-1-2026-01', 1, 200, 'f', '{"used": 3}');
  select nextval('service.projection_build'), nextval('service.projection_build');
  insert into service.lease values ('pacing', '00000000-0000-4000-8000-000000000001', 7, clock_timestamp() + interval '1 hour');
  insert into service.vault_key (subject, wrapped_key, master_key_id) values ('user:1', 'w1', 'm'), ('user:2', 'w2', 'm');
  insert into service.vault_entry (ref, subject, kind, ciphertext)
    values ('00000000-0000-4000-8000-000000000011', 'user:1', 'profile', 'c1'), ('00000000-0000-4000-8000-000000000012', 'user:2', 'profile', 'c2');
  delete from service.vault_key where subject = 'user:2';
  insert into service.login_failure values ('s', now(), 2);
  insert into service.api_key_use values ('00000000-0000-4000-8000-000000000021', now());
  insert into service.password_recovery values ('h', now(), false);
  insert into service.mail_outbox (request_id, user_id, expires_at)
    values ('00000000-0000-4000-8000-000000000031', '00000000-0000-4000-8000-000000000032', now() + interval '1 day');
  insert into service.publish_grant (pin_id, attempt, project_id, account_id, board_id, cost, epoch)
    values ('00000000-0000-4000-8000-000000000041', 1, '00000000-0000-4000-8000-000000000042', '00000000-0000-4000-8000-000000000043', '1', 1, 7);
  insert into service.pacing_bucket (name, tokens, updated_at) values ('global', 5, clock_timestamp()), ('account:1', 2, clock_timestamp());
  update service.pacing_clock set ahead = '3 seconds';
  insert into service.pacing_witness values ('boot', clock_timestamp() - interval '3 seconds', 100);
  insert into service.quota_unsettled values ('00000000-0000-4000-8000-000000000051', '00000000-0000-4000-8000-000000000041', '2026-01', null,
    '00000000-0000-4000-8000-000000000042', 0, now());
  insert into service.board_verdict (project_id, account_id, board_id, verdict)
    values ('00000000-0000-4000-8000-000000000042', '00000000-0000-4000-8000-000000000043', '1', '{"kind": "usable"}');
  insert into service.webhook_subscription
    values ('00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000042', 0, '["*"]', false, 9);
  insert into service.webhook_offer (delivery_id, webhook_id, batch_id, sequence, attempt, position, offered_until)
    values ('00000000-0000-4000-8000-000000000062', '00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000063', 1, 1, 9, now());
  insert into service.webhook_attempt_response values ('00000000-0000-4000-8000-000000000062', 1, 'thanks', now());
  insert into service.webhook_failure values ('00000000-0000-4000-8000-000000000061', now(), now(), 3);`;

/** Where each of that release's tables lies now. */
export const tablesOfRelease: Readonly<Record<string, string>> = {
  migration: 'read_store.migration',
  installation: 'read_store.installation',
  checkpoint: 'read_store.checkpoint',
  skipped_fact: 'read_store.skipped_fact',
  snapshot: 'read_store.snapshot',
  lease: 'leases.lease',
  vault_key: 'vault.subject_key',
  vault_entry: 'vault.entry',
  vault_forgotten: 'vault.forgotten_subject',
  login_failure: 'identity.login_failure',
  api_key_use: 'identity.api_key_use',
  password_recovery: 'identity.password_recovery',
  mail_outbox: 'mail.outbox',
  publish_grant: 'pins.publish_grant',
  pacing_bucket: 'pins.pacing_bucket',
  pacing_clock: 'pins.pacing_clock',
  pacing_witness: 'pins.pacing_witness',
  quota_unsettled: 'pins.unsettled_quota',
  board_verdict: 'connections.board_verdict',
  webhook_subscription: 'webhooks.subscription',
  webhook_offer: 'webhooks.offer',
  webhook_attempt_response: 'webhooks.attempt_response',
  webhook_failure: 'webhooks.failure',
};
