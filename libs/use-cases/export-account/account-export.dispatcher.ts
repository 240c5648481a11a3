import { archiveKey } from '@pps/asset-storage';
import type { Leadership } from '@pps/leases';
import type { LoopWait } from '@pps/read-store';
import { dropExport, dueExports, endAccountExport, notedFiles, postponeExport, type ExportJob } from '@pps/workspaces';
import { accountExportStream } from '@pps/workspaces/events';
import { rm } from 'node:fs/promises';
import { findEndReason } from './find-archive';
import { makeExport, type MakeExportDeps } from './make-export';

export interface AccountExportDeps extends MakeExportDeps {
  readonly wait: LoopWait;
  readonly log: (level: 'info' | 'warn', message: string, fields: object) => void;
}

export const accountExportDuty = 'account-exports';

const everyMs = 1_000;
/** So many are worked on at once: a large one holds up no more than its own place. */
const atOnce = 2;
const sweepEveryMs = 60 * 60_000;
/** Longer than between the storing of an archive and its fact. */
const graceMs = 60 * 60_000;
const shortestWaitMs = 5_000;
const longestWaitMs = 10 * 60_000;

/**
 * Makes the archives that were asked for, the longest waiting first and two at once, and deletes those that have ended, until the leadership ends.
 * What a process that died had begun is made anew by the next.
 */
export async function runAccountExports(deps: AccountExportDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  let sweepAt = 0;
  await rm(deps.workFolder, { recursive: true, force: true }).catch(() => undefined);
  while (!signal.aborted) {
    try {
      const free = atOnce - underWay.size;
      const due = free > 0 ? await dueExports(deps.db, [...underWay.keys()], free) : [];
      for (const job of due)
        underWay.set(
          job.exportId,
          settleExport(deps, job, signal).finally(() => underWay.delete(job.exportId)),
        );
      if (performance.now() >= sweepAt) {
        sweepAt = performance.now() + sweepEveryMs;
        await sweepArchives(deps);
      }
    } catch (error) {
      deps.log('warn', 'the exports of accounts could not be looked at; trying again', { error: String(error) });
    }
    await deps.wait(everyMs, signal);
  }
  await Promise.all(underWay.values());
}

/** Does what is to be done about an export now: the log says what. What fails is tried again, ever later. Never rejects. */
export async function settleExport(deps: AccountExportDeps, job: ExportJob, signal: AbortSignal): Promise<void> {
  const { exportId, organizationId } = job;
  try {
    await settle(deps, job, signal);
  } catch (error) {
    if (signal.aborted) return;
    deps.log('warn', 'the export of an account does not go on; trying again', { exportId, organizationId, error: String(error) });
    const waitMs = Math.min(shortestWaitMs * 2 ** job.tries, longestWaitMs);
    await postponeExport(deps.db, exportId, new Date(deps.clock().getTime() + waitMs), error).catch(() => undefined);
  }
}

async function settle(deps: AccountExportDeps, job: ExportJob, signal: AbortSignal): Promise<void> {
  const { db, streams, archives, clock } = deps;
  const { exportId, organizationId } = job;
  const { state } = await streams.load(accountExportStream, organizationId);
  const latest = state.latest?.exportId === exportId ? state.latest : null;
  if (latest && latest.ended === null) {
    const { archive } = latest;
    const reason = await findEndReason(deps, latest);
    if (!archive && reason === null) return makeExport(deps, job, latest, signal);
    const at = clock().toISOString();
    if (archive && archive.expiresAt > at && reason === null) return postponeExport(db, exportId, new Date(archive.expiresAt));
    const origin = { organizationId, actor: { type: 'system' as const }, occurredAt: at };
    await streams.decide(accountExportStream, organizationId, origin, (known) =>
      endAccountExport(exportId, reason ?? 'expired', at, known),
    );
  }
  const fileId = latest?.archive?.fileId ?? job.fileId;
  if (fileId) await archives.remove(archiveKey(fileId));
  await dropExport(db, exportId);
}

/** Removes archives that no export names, an hour after they were stored: their process died before it could record or remove them. */
export async function sweepArchives({ db, archives, clock }: Pick<AccountExportDeps, 'db' | 'archives' | 'clock'>): Promise<void> {
  const before = clock().getTime() - graceMs;
  for await (const { assetId: fileId, putAt } of archives.list()) {
    if (putAt.getTime() < before && !(await notedFiles(db, [fileId])).has(fileId)) await archives.remove(archiveKey(fileId));
  }
}
