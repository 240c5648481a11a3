import type { Transaction } from '@pps/read-store';
import { isNext, startKinds } from './action-columns';
import { waitingTable, type QueueRow, type WaitingChange } from './publish_queue.tables';

/** What a queue's row adds to what waits of its account. */
export type CountedRow = Pick<QueueRow, 'project_id' | 'account_id' | 'simulated' | 'phase' | 'cost' | 'needs_upload'>;

type Change = { -readonly [Part in keyof WaitingChange]: WaitingChange[Part] };

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
  const changed = [...changes.values()].filter(({ readyPins, tokens }) => readyPins !== 0 || tokens !== 0);
  if (changed.length === 0) return;
  await waitingTable.upsert(tx, name, changed.map(waitingTable.row));
  const accounts = [...new Set(changed.map(({ accountId }) => accountId))];
  await tx(name).whereIn('account_id', accounts).where({ ready_pins: 0, tokens: 0 }).delete();
}

function add(changes: Map<string, Change>, row: CountedRow, times: 1 | -1): void {
  const { project_id, account_id, simulated } = row;
  const mayStart = isNext(row, ...startKinds);
  if (!mayStart && !isNext(row, 'expire_upload', 'read_video_status')) return;
  const key = `${account_id} ${project_id} ${simulated}`;
  const change = changes.get(key) ?? { projectId: project_id, accountId: account_id, simulated, readyPins: 0, tokens: 0 };
  if (mayStart) change.readyPins += times;
  change.tokens += times * row.cost * (mayStart && row.needs_upload ? 2 : 1);
  changes.set(key, change);
}
