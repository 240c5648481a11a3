import { jsonb, type Transaction } from '@pps/read-store';
import { isNext, startKinds } from './action-columns';
import type { QueueRow } from './queue-row';

/** What a queue's row adds to what waits of its account. */
export type CountedRow = Pick<QueueRow, 'project_id' | 'account_id' | 'simulated' | 'phase' | 'cost' | 'needs_upload'>;

interface Change {
  readonly project_id: string;
  readonly account_id: string;
  readonly simulated: boolean;
  ready_pins: number;
  tokens: number;
}

export async function createPublishWaiting(tx: Transaction, name: string): Promise<void> {
  await tx.raw(`
    create table ${name} (
      account_id uuid not null, project_id uuid not null, simulated boolean not null, ready_pins int not null, tokens int not null,
      primary key (account_id, project_id, simulated));
    comment on table ${name} is 'How much waits of each account; one of which nothing waits is absent.';
    comment on column ${name}.account_id is 'The account.';
    comment on column ${name}.project_id is 'Its project.';
    comment on column ${name}.simulated is 'Whether the project is a sandbox.';
    comment on column ${name}.ready_pins is 'Pins that wait for an attempt, those that are held back until later too.';
    comment on column ${name}.tokens is 'Tokens that these take, and the videos that are being uploaded or processed: an upload and a creation take one each.';`);
}

/** Counts rows out as they were and in as they are, exactly: both lists must name each row of the queue that this transaction changes. */
export async function countWaiting(
  tx: Transaction,
  name: string,
  before: readonly CountedRow[],
  after: readonly CountedRow[],
): Promise<void> {
  const changes = new Map<string, Change>();
  for (const row of before) add(changes, row, -1);
  for (const row of after) add(changes, row, 1);
  const changed = [...changes.values()].filter(({ ready_pins, tokens }) => ready_pins !== 0 || tokens !== 0);
  if (changed.length === 0) return;
  await tx.raw(
    `insert into ${name} as known (account_id, project_id, simulated, ready_pins, tokens)
     select account_id, project_id, simulated, ready_pins, tokens from jsonb_to_recordset(?::jsonb)
       as change (account_id uuid, project_id uuid, simulated boolean, ready_pins int, tokens int)
     on conflict (account_id, project_id, simulated)
       do update set ready_pins = known.ready_pins + excluded.ready_pins, tokens = known.tokens + excluded.tokens`,
    [jsonb(changed)],
  );
  const accounts = [...new Set(changed.map(({ account_id }) => account_id))];
  await tx(name).whereIn('account_id', accounts).where({ ready_pins: 0, tokens: 0 }).delete();
}

function add(changes: Map<string, Change>, row: CountedRow, times: 1 | -1): void {
  const { project_id, account_id, simulated } = row;
  const mayStart = isNext(row, ...startKinds);
  if (!mayStart && !isNext(row, 'expire_upload', 'read_video_status')) return;
  const key = `${account_id} ${project_id} ${simulated}`;
  const change = changes.get(key) ?? { project_id, account_id, simulated, ready_pins: 0, tokens: 0 };
  if (mayStart) change.ready_pins += times;
  change.tokens += times * row.cost * (mayStart && row.needs_upload ? 2 : 1);
  changes.set(key, change);
}
