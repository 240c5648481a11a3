import { EventStoreDBClient } from '@eventstore/db-client';
import { openEventStore } from '../esdb.client';
import { nameLog, readLogIdentity } from '../log-identity';
import { AppendWindow } from './append-window';
import { differenceOf } from './compare-logs';
import { eventHash } from './event-hash';
import { readCopiedEvents, type RawEvent } from './raw-events';
import { Retention } from './retention';

export interface CopiedLog {
  /** Ids of the log and of its copy. */
  readonly logId: string;
  readonly copyId: string;
  /** Events that an earlier copy had written already, and those that this one wrote. */
  readonly found: number;
  readonly written: number;
}

/** The target holds something that is not of this log. */
export class ForeignTarget extends Error {
  override readonly name = 'ForeignTarget';
}

/**
 * Copies every event to an EventStoreDB that is empty or that holds the beginning of this copy: ids, types, data, metadata, revisions and the order of all
 * are kept; then how long streams are retained. The copy gets an identity of its own. Nobody may write to either meanwhile. Told of every 10,000
 * events; stopped at any moment it goes on when it is called again. Throws `ForeignTarget`, `OrderLost`, and when one of them does not answer.
 */
export async function copyLog(fromUrl: string, toUrl: string, onProgress: (events: number) => void = () => undefined): Promise<CopiedLog> {
  const [source, target] = [EventStoreDBClient.connectionString(fromUrl), EventStoreDBClient.connectionString(toUrl)];
  const [retained, retainedInCopy] = [new Retention(), new Retention()];
  const theirs = readCopiedEvents(target, (event) => retainedInCopy.note(event));
  try {
    const ids = await nameCopy(fromUrl, toUrl, target);
    const window = new AppendWindow(target);
    let [found, written] = [0, 0];
    for await (const event of readCopiedEvents(source, (other) => retained.note(other))) {
      const present = written === 0 ? await theirs.next() : { done: true as const };
      if (present.done) {
        await window.add(event);
        written++;
      } else {
        refuseUnequal(++found, event, present.value);
      }
      if ((found + written) % 10_000 === 0) onProgress(found + written);
    }
    await window.flush();
    if (written === 0 && !(await theirs.next()).done) throw new ForeignTarget('the target goes on behind the end of this log');
    await retained.apply(target, retainedInCopy);
    return { ...ids, found, written };
  } finally {
    await theirs.return(undefined);
    await Promise.all([source.dispose(), target.dispose()]);
  }
}

function refuseUnequal(number: number, event: RawEvent, present: RawEvent): void {
  if (eventHash(event) !== eventHash(present)) throw new ForeignTarget(`the target is no copy: ${differenceOf(number, event, present)}`);
}

/** Gives the target an identity that says what it is a copy of, unless it has it. Throws `ForeignTarget` for one that was used for anything else. */
async function nameCopy(fromUrl: string, toUrl: string, target: EventStoreDBClient): Promise<Pick<CopiedLog, 'logId' | 'copyId'>> {
  const [from, to] = [openEventStore(fromUrl), openEventStore(toUrl)];
  try {
    const logId = await from.identity();
    const known = await readLogIdentity(to);
    if (!known) await refuseUsed(target);
    const { logId: copyId, copiedFrom } = known ?? (await nameLog(to, { logId: await to.peekIdentity(), copiedFrom: logId }));
    if (copyId === logId) throw new ForeignTarget('the target is this log itself');
    if (copiedFrom !== logId) throw new ForeignTarget('the target is another log');
    return { logId, copyId };
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

async function refuseUsed(target: EventStoreDBClient): Promise<void> {
  for await (const { type, stream } of readCopiedEvents(target, () => undefined)) {
    throw new ForeignTarget(`the target holds events of others: ${type} of ${stream}`);
  }
}
