import { newId } from '@pps/kernel';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { passOver, type Database } from '@pps/read-store';

const ago = (seconds: number): string => `statement_timestamp() - interval '${seconds} seconds'`;

const addQueueRows =
  (phase: string, { deadline = 'null', nextLookAt = 'null', count = 1, starts = 1 }) =>
  (db: Database) =>
    db.raw(
      `insert into read.publish_queue (pin_id, revision, project_id, epoch, account_id, board_id, fingerprint, cost, simulated, is_video,
       needs_upload, queue_position, phase, ready_at, starts, deadline, next_look_at, publishing)
     select gen_random_uuid(), 1, gen_random_uuid(), 0, gen_random_uuid(), 'board', 'f', 1, false, false, false, n, '${phase}',
       statement_timestamp(), ${starts}, ${deadline}, ${nextLookAt}, '{}' from generate_series(1, ${count}) n`,
    );

const addGrants =
  (grantedAt: string, claimedAt: string, count = 1) =>
  (db: Database) =>
    db.raw(
      `insert into pins.publish_grant (pin_id, attempt, project_id, account_id, board_id, cost, epoch, granted_at, claimed_at)
     select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 'board', 1, 1, ${grantedAt}, ${claimedAt} from generate_series(1, ${count})`,
    );

const addTargets =
  (isSlow: boolean, isReady: boolean, dueAt: string, count = 1) =>
  (db: Database) =>
    db.raw(
      `insert into read.webhook_delivery_target (webhook_id, project_id, epoch, is_enabled, is_deleted, due_at, is_ready, is_slow, position)
     select gen_random_uuid(), gen_random_uuid(), 0, true, false, ${dueAt}, ${isReady}, ${isSlow}, 1 from generate_series(1, ${count})`,
    );

const addMails =
  (offers: number, nextOfferAt: string, count = 1) =>
  (db: Database) =>
    db.raw(
      `insert into mail.outbox (request_id, user_id, expires_at, offers, next_offer_at)
     select gen_random_uuid(), gen_random_uuid(), statement_timestamp() + interval '1 day', ${offers}, ${nextOfferAt} from generate_series(1, ${count})`,
    );

const addDueProjects =
  (dueAt: string, count = 1) =>
  (db: Database) =>
    db.raw(
      `insert into read.schedule_due_project (project_id, next_due_at) select gen_random_uuid(), ${dueAt} from generate_series(1, ${count})`,
    );

const addUnsettled =
  (consumedAt: string, count = 1) =>
  (db: Database) =>
    db.raw(
      `insert into pins.unsettled_quota (entry_id, pin_id, month, project_id, epoch, consumed_at)
     select gen_random_uuid(), gen_random_uuid(), '2026-01', gen_random_uuid(), 0, ${consumedAt} from generate_series(1, ${count})`,
    );

/** A history of so many facts, of which a checkpoint covers the first ones. */
const addHistory = (size: number, signed: number, recordedAt: string) => async (db: Database) => {
  const treeId = newId();
  await db.raw('insert into audit.tree (tree_id, size, signed_size) values (?, ?, ?)', [treeId, size, signed]);
  await db.raw(
    `insert into read.audit_facts (tree_id, leaf_index, position, event_id, stream, revision, type, recorded_at)
     select ?, n, n, gen_random_uuid(), 'noted', n, 'Noted', ${recordedAt} from generate_series(0, ?::int - 1) n`,
    [treeId, size],
  );
};

const addForgetting =
  (forgottenAt: string, completedAt: string, count = 1) =>
  (db: Database) =>
    db.raw(
      `insert into workspaces.forgetting (organization_id, owner_user_id, forgotten_at, completed_at)
     select gen_random_uuid(), gen_random_uuid(), ${forgottenAt}, ${completedAt} from generate_series(1, ${count})`,
    );

/** What is broken, and the alerts that say so. */
export const badSituations: readonly (readonly [what: string, plant: (db: Database) => Promise<unknown>, alerts: readonly string[]])[] = [
  [
    'no orchestrator has led for a minute',
    (db) => db.raw(`update leases.lease set expires_at = ${ago(60)} where duty = 'pacing'`),
    ['LeaderMissing'],
  ],
  [
    'the projector stopped at a fact',
    (db) => db.raw(`update read_store.checkpoint set stopped_error = 'no such column' where name = 'pins'`),
    ['ReaderFailing'],
  ],
  ['a schedule is two minutes late', addDueProjects(ago(120)), ['SchedulesLate']],
  ['no worker takes a grant', addGrants(ago(180), 'null'), ['GrantsUnclaimed']],
  [
    'an account is never visited',
    (db) =>
      db.raw(
        `insert into pins.round_robin_account (account_id, project_id, simulated, state) values (gen_random_uuid(), gen_random_uuid(), false, 'awake')`,
      ),
    ['PacerIdle'],
  ],
  [
    'nobody reads what has come to the queue',
    (db) =>
      db.raw(
        `insert into read.publish_waiting (account_id, project_id, simulated, ready_pins, tokens, changed_position)
         values (gen_random_uuid(), gen_random_uuid(), false, 1, 1, 7)`,
      ),
    ['PacerIdle'],
  ],
  ['an attempt is not ended', addQueueRows('attempting', { deadline: ago(180) }), ['AttemptsNotEnded']],
  ['a board is not read', addQueueRows('unknown', { nextLookAt: ago(7_200) }), ['PinsInDoubt']],
  ['a pin in doubt has no date', addQueueRows('unknown', {}), ['PinsWithoutNextAction']],
  ['a unit of quota is not given back', addUnsettled(ago(1_200)), ['QuotaUnsettled']],
  ['no delivery is handed out', addTargets(false, true, ago(180)), ['WebhookDispatchIdle']],
  ['a retry is not handed out', addTargets(false, false, ago(660)), ['WebhookDispatchIdle', 'WebhooksLate']],
  ['a slow endpoint waits for hours', addTargets(true, true, ago(25_000)), ['WebhookDispatchIdle', 'WebhooksOfSlowEndpointsLate']],
  ['no mail is handed out', addMails(0, ago(180)), ['MailsLate']],
  ['the mail server refuses', addMails(5, `statement_timestamp() + interval '1 minute'`, 11), ['MailsRefused']],
  ['nothing is signed', addHistory(3, 1, ago(90)), ['HistoryUnsigned']],
  [
    'a history was changed',
    (db) =>
      db.raw(
        `insert into audit.difference (tree_id, leaf_index, stored_hash, computed_hash) values (gen_random_uuid(), 0, '\\x00', '\\x01')`,
      ),
    ['HistoryChanged'],
  ],
  ['nothing is erased', addForgetting(ago(2 * 86_400), 'null'), ['ErasureLate']],
  ['a schedule fails by itself', (db) => passOver(db, 'fire', newId(), new Error('broken')), ['ItemsPassedOver']],
];

const soon = `statement_timestamp() + interval '1 hour'`;

/** So much of everything that waits, was done, or is not due, that something would be read for each of it where an index is missing. */
export async function plantGrowth(db: Database, count: number): Promise<void> {
  await holdLease(db, 'pacing', fencingToken(1n));
  const plants = [
    ...[addDueProjects(ago(1), count), addDueProjects(soon, count)],
    ...[addGrants(ago(600), ago(599), count), addGrants(ago(1), 'null', 64)],
    addQueueRows('ready', { starts: 0, count }),
    ...[addQueueRows('attempting', { deadline: soon, count }), addQueueRows('unknown', { nextLookAt: ago(1), count })],
    addUnsettled(ago(1), count),
    ...[addTargets(false, false, 'null', count), addTargets(false, false, ago(1), count), addTargets(true, false, soon, count)],
    ...[addMails(1, ago(1), count), addMails(5, soon, count)],
    addHistory(count, 1, ago(1)),
    addForgetting(ago(10), ago(1), count),
  ];
  for (const plant of plants) await plant(db);
  await db.raw('analyze');
}
