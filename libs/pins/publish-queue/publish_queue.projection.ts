import { factsOf, type RecordedFact } from '@pps/event-store';
import { pinStream } from '../pin/pin.stream';
import { jsonb, defineProjection } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { createPublishEpochs, dropOlderEpochs, applyResets, type PublishEpochs } from './publish-epochs';
import { countWaiting, createPublishWaiting } from './publish-waiting';
import { nextIs, startKinds } from './action-columns';
import { nextRow, type QueueFact, type QueueRow } from './queue-row';

const queueFacts = factsOf(
  pinStream,
  'PinQueued',
  'PinPublishAttemptStarted',
  'PinPublished',
  'PinPublishDeferred',
  'PinPublishOutcomeUnknown',
  'PinOutcomeReconciled',
  'PinFailed',
  'PinMediaPreparationStarted',
  'PinMediaUploaded',
  'PinMediaAwaited',
  'PinMediaReady',
  'PinRetryRequested',
  'PinEdited',
  'PinDeleted',
);

/** What is next for pins that occupy their board or the platform. */
const openKinds = ['expire_upload', 'read_video_status', 'expire_attempt', 'read_board'] as const;

/** What publishing has not finished with: one row a pin that waits, is being published, has an unknown outcome, or has failed and may be retried. */
export const publishQueueProjection = defineProjection({
  name: 'publish_queue',
  version: 4,
  handles: queueFacts.and(projectStream, 'SandboxReset'),
  tables: ['publish_queue', 'publish_epoch', 'publish_waiting'],
  internalColumns: ['publishing'],

  async create({ tx, table }) {
    const name = table('publish_queue');
    await tx.raw(`
      create table ${name} (
        pin_id uuid primary key, revision int not null, project_id uuid not null, epoch int not null, account_id uuid not null,
        board_id text not null, fingerprint text not null, cost int not null, simulated boolean not null, is_video boolean not null,
        needs_upload boolean not null, queue_position bigint not null,
        phase text not null, ready_at timestamptz not null, starts int not null, deadline timestamptz, next_look_at timestamptz,
        publishing jsonb not null);
      create index on ${name} (account_id, board_id, needs_upload, queue_position) where ${nextIs(startKinds)} and starts = 0;
      create index on ${name} (account_id, board_id, needs_upload, ready_at) where ${nextIs(startKinds)} and starts > 0;
      create index on ${name} (account_id, board_id) where ${nextIs(openKinds)};
      create index on ${name} (deadline) where ${nextIs(['expire_attempt', 'expire_upload'])};
      create index on ${name} (next_look_at) where ${nextIs(['read_board', 'read_video_status'])};
      comment on table ${name} is 'Pins that publishing has not finished with.';
      comment on column ${name}.pin_id is 'The pin.';
      comment on column ${name}.revision is 'Revision of the newest fact taken in.';
      comment on column ${name}.project_id is 'Project of the pin.';
      comment on column ${name}.epoch is 'Epoch of the project.';
      comment on column ${name}.account_id is 'Account it is published with.';
      comment on column ${name}.board_id is 'Board it goes to.';
      comment on column ${name}.fingerprint is 'What can be recognised of it on the platform, hashed.';
      comment on column ${name}.cost is 'Tokens an attempt costs.';
      comment on column ${name}.simulated is 'Whether it is a sandbox’s: the platform is never called.';
      comment on column ${name}.is_video is 'Whether it shows an uploaded video.';
      comment on column ${name}.needs_upload is 'Whether its video has to be uploaded to the platform first.';
      comment on column ${name}.queue_position is 'Position of the fact that queued it: the order within an account.';
      comment on column ${name}.phase is 'ready, uploading, processing (of a video), attempting, unknown or failed.';
      comment on column ${name}.ready_at is 'Not before this moment.';
      comment on column ${name}.starts is 'Attempts started so far.';
      comment on column ${name}.deadline is 'Until when the open attempt or upload may report.';
      comment on column ${name}.next_look_at is 'When the platform is looked at next.';
      comment on column ${name}.publishing is 'How far publishing has come, for the service itself; its shape may change.';`);
    await createPublishEpochs(tx, table('publish_epoch'));
    await createPublishWaiting(tx, table('publish_waiting'));
  },

  async project(all, { tx, table }) {
    const name = table('publish_queue');
    const epochs = await applyResets(all, tx, table('publish_epoch'));
    const dropped = await dropOlderEpochs(all, tx, name);
    const facts = all.flatMap((fact) => (fact.type === 'SandboxReset' ? [] : fact));
    const ids = [...new Set(facts.map(pinIdOf))];
    const present = (await tx(name).whereIn('pin_id', ids)) as QueueRow[];
    const rows = rowsAfter(facts, present, epochs);
    const remaining = [...rows.values()].filter((row) => row !== null);
    const removed = ids.filter((id) => rows.get(id) === null);
    await countWaiting(tx, table('publish_waiting'), [...dropped, ...present], remaining);
    if (removed.length > 0) await tx(name).whereIn('pin_id', removed).delete();
    if (remaining.length === 0) return;
    await tx.raw(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, ?::jsonb)
       on conflict (pin_id) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [jsonb(remaining)],
    );
  },
});

/** By pin; null for one that publishing is done with, and for one of a sandbox's older epoch. */
function rowsAfter(
  facts: readonly RecordedFact<QueueFact>[],
  present: readonly QueueRow[],
  epochs: PublishEpochs,
): Map<string, QueueRow | null> {
  const rows = new Map<string, QueueRow | null>(present.map((row) => [row.pin_id, row]));
  for (const fact of facts) {
    const id = pinIdOf(fact);
    const row = rows.get(id) ?? null;
    if (row && fact.revision <= row.revision) continue;
    const next = nextRow(row, fact);
    rows.set(id, next && next.epoch >= (epochs.get(next.project_id) ?? 0) ? next : null);
  }
  return rows;
}

const changing = [
  'revision',
  'project_id',
  'epoch',
  'simulated',
  'cost',
  'account_id',
  'board_id',
  'fingerprint',
  'is_video',
  'needs_upload',
  'queue_position',
  'phase',
  'ready_at',
  'starts',
  'deadline',
  'next_look_at',
  'publishing',
];

const pinIdOf = (fact: RecordedFact): string => fact.stream.slice('pin-'.length);
