import { ledDuties } from '@pps/leases';
import { countRunning, runningWithinSeconds, type Database, type Transaction } from '@pps/read-store';
import { CommandFailed, exitCodes } from './command-failed';

/** Somebody holds a lock, or two wait for each other: an analyst, or a host that starts. */
const heldLock = /^(55P03|40P01)$/;

/** For what a transaction that holds all checkpoints throws: `CommandFailed` where somebody uses them. */
export function refuseHeldLock(error: unknown): never {
  if (!heldLock.test((error as { code?: string }).code ?? '')) throw error;
  throw new CommandFailed('somebody uses the read models: stop every host, and end the queries of analysts', exitCodes.refused);
}

/** An API leads no duty, but every process counts. Throws `CommandFailed` where one runs, or did so until seconds ago. */
export async function refuseWhileRunning(db: Database | Transaction): Promise<void> {
  const led = [...(await ledDuties(db))];
  if (led.length > 0) throw new CommandFailed(`stop every host first: somebody leads ${led.join(', ')}`, exitCodes.refused);
  const running = await countRunning(db, runningWithinSeconds);
  if (running > 0)
    throw new CommandFailed(
      `stop every host first: ${running} of them wrote in the last ${runningWithinSeconds} s; after a kill, wait that long`,
      exitCodes.refused,
    );
}
