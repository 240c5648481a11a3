import type { RecordedFact } from '@pps/event-store';
import type {
  PinEdited,
  PinFact,
  PinOutcomeReconciled,
  PinPublishAttemptStarted,
  PinPublishDeferred,
  PinPublishOutcomeUnknown,
  PinQueued,
  PinRetryRequested,
} from '@pps/pins/events';
import type { Projection } from '@pps/read-store';

interface QueueRow {
  pin_id: string;
  revision: number;
  project_id: string;
  epoch: number;
  account_id: string;
  board_id: string;
  fingerprint: string;
  cost: number;
  queue_position: string;
  phase: 'ready' | 'attempting' | 'unknown' | 'failed';
  ready_at: string;
  starts: number;
  deadline: string | null;
  next_look_at: string | null;
}

const handles: readonly PinFact['type'][] = [
  'PinQueued',
  'PinPublishAttemptStarted',
  'PinPublished',
  'PinPublishDeferred',
  'PinPublishOutcomeUnknown',
  'PinOutcomeReconciled',
  'PinFailed',
  'PinRetryRequested',
  'PinEdited',
  'PinDeleted',
];

/** What publishing has not finished with: one row a pin that waits, is being published, is in doubt, or has failed and may be retried. */
export const publishQueueProjection: Projection = {
  name: 'publish_queue',
  version: 1,
  handles,
  tables: ['publish_queue'],

  async create({ tx, table }) {
    const name = table('publish_queue');
    await tx.raw(`
      create table ${name} (
        pin_id uuid primary key, revision int not null, project_id uuid not null, epoch int not null, account_id uuid not null,
        board_id text not null, fingerprint text not null, cost int not null, queue_position bigint not null,
        phase text not null, ready_at timestamptz not null, starts int not null, deadline timestamptz, next_look_at timestamptz);
      create index on ${name} (account_id, queue_position) where phase = 'ready';
      create index on ${name} (account_id, board_id, phase);
      create index on ${name} (deadline) where phase = 'attempting';
      create index on ${name} (next_look_at) where phase = 'unknown';
      comment on table ${name} is 'Pins that publishing has not finished with.';
      comment on column ${name}.pin_id is 'The pin.';
      comment on column ${name}.revision is 'Revision of the newest fact taken in.';
      comment on column ${name}.project_id is 'Project of the pin.';
      comment on column ${name}.epoch is 'Epoch of the project.';
      comment on column ${name}.account_id is 'Account it is published with.';
      comment on column ${name}.board_id is 'Board it goes to.';
      comment on column ${name}.fingerprint is 'What can be recognised of it on the platform, hashed.';
      comment on column ${name}.cost is 'Tokens an attempt costs.';
      comment on column ${name}.queue_position is 'Position of the fact that queued it: the order within an account.';
      comment on column ${name}.phase is 'ready, attempting, unknown or failed.';
      comment on column ${name}.ready_at is 'Not before this moment.';
      comment on column ${name}.starts is 'Attempts started so far.';
      comment on column ${name}.deadline is 'Until when the open attempt may report.';
      comment on column ${name}.next_look_at is 'When the platform is looked at next.';`);
  },

  async project(facts, { tx, table }) {
    const name = table('publish_queue');
    const ids = [...new Set(facts.map(pinIdOf))];
    const present = (await tx(name).whereIn('pin_id', ids)) as QueueRow[];
    const rows = new Map<string, QueueRow | null>(present.map((row) => [row.pin_id, row]));
    for (const fact of facts) {
      const id = pinIdOf(fact);
      const row = rows.get(id) ?? null;
      if (row && fact.revision <= row.revision) continue;
      rows.set(id, next(row, fact));
    }
    const gone = ids.filter((id) => rows.get(id) === null);
    const kept = [...rows.values()].filter((row) => row !== null);
    if (gone.length > 0) await tx(name).whereIn('pin_id', gone).delete();
    if (kept.length === 0) return;
    await tx.raw(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, ?::jsonb)
       on conflict (pin_id) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [JSON.stringify(kept)],
    );
  },
};

const changing = [
  'revision',
  'account_id',
  'board_id',
  'fingerprint',
  'queue_position',
  'phase',
  'ready_at',
  'starts',
  'deadline',
  'next_look_at',
];

const pinIdOf = (fact: RecordedFact): string => fact.stream.slice('pin-'.length);

function next(row: QueueRow | null, fact: RecordedFact): QueueRow | null {
  if (fact.type === 'PinQueued') return queued(fact);
  if (!row) return null;
  const revision = fact.revision;
  switch (fact.type) {
    case 'PinPublishAttemptStarted': {
      const { attempt, deadline } = fact.data as PinPublishAttemptStarted['data'];
      return { ...row, revision, phase: 'attempting', starts: attempt, deadline, next_look_at: null };
    }
    case 'PinPublishDeferred': {
      const { nextAttemptAt } = fact.data as PinPublishDeferred['data'];
      return { ...row, revision, phase: 'ready', ready_at: nextAttemptAt, deadline: null, next_look_at: null };
    }
    case 'PinPublishOutcomeUnknown': {
      const { nextLookAt } = fact.data as PinPublishOutcomeUnknown['data'];
      return { ...row, revision, phase: 'unknown', deadline: null, next_look_at: nextLookAt };
    }
    case 'PinOutcomeReconciled': {
      const { nextLookAt } = fact.data as PinOutcomeReconciled['data'];
      return nextLookAt === undefined ? { ...row, revision } : { ...row, revision, next_look_at: nextLookAt };
    }
    case 'PinFailed':
      return { ...row, revision, phase: 'failed', deadline: null, next_look_at: null };
    case 'PinRetryRequested': {
      const { accountId, boardId, fingerprint, requestedAt } = fact.data as PinRetryRequested['data'];
      const again = { phase: 'ready' as const, ready_at: requestedAt, queue_position: fact.position.toString() };
      return { ...row, revision, ...again, account_id: accountId, board_id: boardId, fingerprint };
    }
    case 'PinEdited': {
      const { boardId, fingerprint } = fact.data as PinEdited['data'];
      return { ...row, revision, board_id: boardId, fingerprint };
    }
    default:
      return null;
  }
}

function queued(fact: RecordedFact): QueueRow {
  const pin = fact.data as PinQueued['data'];
  return {
    pin_id: pin.pinId,
    revision: fact.revision,
    project_id: pin.projectId,
    epoch: pin.epoch,
    account_id: pin.accountId,
    board_id: pin.boardId,
    fingerprint: pin.fingerprint,
    cost: 1,
    queue_position: fact.position.toString(),
    phase: 'ready',
    ready_at: pin.queuedAt,
    starts: 0,
    deadline: null,
    next_look_at: null,
  };
}
