import type { EventStore } from '@pps/event-store';
import { checkpoints, isTableMissing, type Checkpoint, type CheckpointKind, type Database } from '@pps/read-store';
import { readUnledSeconds } from '@pps/leases';
import { leaderMissing } from '../../api/metrics/leader-missing';
import type { Finding } from './finding';

const lateSeconds = 30;
const unledSeconds = 10;

/** Whether those who read the log can go on and are where it is, and whether a projector and an orchestrator lead. Changes nothing. */
export async function examineReaders(db: Database, store: Pick<EventStore, 'peekIdentity' | 'head'>): Promise<Finding[]> {
  const [projections, processes] = [await known(db, 'projection'), await known(db, 'process')];
  const storeId = await store.peekIdentity();
  // After the checkpoints: in a running installation they move on.
  const head = await store.head();
  const found = [
    ...[...projections, ...processes].flatMap((checkpoint) => examineCheckpoint(checkpoint, storeId, head)),
    ...projections.flatMap((checkpoint) => examineLag(checkpoint, head)),
  ];
  const all: Finding = {
    part: 'read models',
    state: 'ok',
    line: `${projections.length} up to date, ${processes.length} processes beside them`,
  };
  return [...(found.length > 0 ? found : [all]), ...(await examineHosts(db))];
}

async function known(db: Database, kind: CheckpointKind): Promise<Checkpoint[]> {
  try {
    return await checkpoints.all(db, kind);
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}

const seen = (state: Finding['state'], { name }: Checkpoint, line: string): Finding[] => [
  { part: 'read models', state, line: `${name}: ${line}` },
];

function examineCheckpoint(checkpoint: Checkpoint, storeId: string, head: bigint): Finding[] {
  try {
    checkpoints.verify(checkpoint, storeId, head);
  } catch (error) {
    return seen('fault', checkpoint, error instanceof Error ? error.message : String(error));
  }
  if (checkpoint.stoppedError === null) return [];
  return seen('fault', checkpoint, `stopped at ${checkpoint.position}; \`pinctl projections list\` shows the fact`);
}

function examineLag(checkpoint: Checkpoint, head: bigint): Finding[] {
  const { serving, caughtUpAt, position } = checkpoint;
  const lag = Math.round((Date.now() - caughtUpAt.getTime()) / 1_000);
  return serving && position < head && lag > lateSeconds
    ? seen('warning', checkpoint, `${head - position} events and ${lag} s behind`)
    : [];
}

async function examineHosts(db: Database): Promise<Finding[]> {
  const unled = await readUnledSeconds(db).catch((error: unknown) => {
    if (isTableMissing(error)) return new Map<string, number>();
    throw error;
  });
  return [...leaderMissing(unled)].map(([host, seconds]) => ({
    part: 'hosts',
    state: seconds > unledSeconds ? 'warning' : 'ok',
    line: seconds > unledSeconds ? `no ${host} leads for ${Math.round(seconds)} s: none runs` : `a ${host} leads`,
  }));
}
