import { FairSemaphore } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { type Configuration } from '@pps/runtime';
import { statfs } from 'node:fs/promises';

export interface DeclaredUpload {
  readonly projectId: string;
  /** What the client says it will send, or the most it may. */
  readonly bytes: number;
  readonly quotaBytes: number;
  readonly usedBytes: () => Promise<number>;
}

type Settings = Pick<Configuration, 'DATA_DIR' | 'UPLOADS_AT_ONCE' | 'UPLOADS_PER_PROJECT' | 'DISK_FREE_MB'>;

const bytesPerMb = 1024 * 1024;
/** A form is a little longer than the file in it; the exact check comes when the file has arrived. */
const formOverheadBytes = 64 * 1024;
const queue = { queuePerKey: 50, queue: 500, waitMs: 60_000 };

/** What uploads under way will take, of the plan's storage and of this machine's disk, before a byte of them is taken. */
export class UploadReservations {
  private readonly byProject = new Map<string, number[]>();
  private readonly uploads: FairSemaphore;

  constructor(private readonly settings: Settings) {
    const { UPLOADS_AT_ONCE: permits, UPLOADS_PER_PROJECT: ofOne } = settings;
    this.uploads = new FairSemaphore({ permits, permitsPerKey: ofOne, permitsAlone: ofOne, ...queue });
  }

  /**
   * Waits for the upload's turn, reserves its room and gives the function that releases both. Throws `Overloaded` where too many wait or the wait
   * is over, `Rejected('quota_exceeded')` where the plan's storage is too small, `Rejected('service_unavailable')` where the disk is.
   */
  async reserve({ projectId, bytes, quotaBytes, usedBytes }: DeclaredUpload): Promise<() => void> {
    const endTurn = await this.uploads.acquire(projectId);
    // Reserved before anything is looked at, so that uploads that begin together see one another.
    const remove = this.add(projectId, bytes);
    const release = () => (remove(), endTurn());
    try {
      const used = await usedBytes();
      if (used + sum(this.byProject.get(projectId) ?? []) - formOverheadBytes > quotaBytes) {
        const use = { storage_quota_bytes: quotaBytes, storage_used_bytes: used, file_size_bytes: bytes };
        throw new Rejected('quota_exceeded', 'The storage of the plan is used up.', use);
      }
      await this.requireDisk();
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  private add(projectId: string, bytes: number): () => void {
    this.byProject.set(projectId, [...(this.byProject.get(projectId) ?? []), bytes]);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const left = [...(this.byProject.get(projectId) ?? [])];
      left.splice(left.indexOf(bytes), 1);
      if (left.length > 0) this.byProject.set(projectId, left);
      else this.byProject.delete(projectId);
    };
  }

  private async requireDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.settings.DATA_DIR);
    if (bavail * bsize - sum([...this.byProject.values()].flat()) < this.settings.DISK_FREE_MB * bytesPerMb) {
      throw new Rejected('service_unavailable', 'There is no room for uploads at the moment.', { retry_after_seconds: 60 });
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
