import { passOver, type Database } from '@pps/read-store';
import type { WorkItem } from '@pps/work-queue';

type Handle = (work: WorkItem) => Promise<void>;

/** Work that, where it fails for an item, leaves that item alone for a while; the error still is reported. `release` gives back what the item holds. */
export const passOverFailing =
  (db: Database, task: string, handle: Handle, release: Handle = async () => undefined): Handle =>
  async (work) => {
    try {
      await handle(work);
    } catch (error) {
      await passOver(db, task, work.id, error);
      await release(work);
      throw error;
    }
  };
