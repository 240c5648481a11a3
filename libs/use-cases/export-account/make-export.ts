import { archiveKey, type AssetStorage } from '@pps/asset-storage';
import type { Streams, Origin } from '@pps/event-store';
import { newId, type Clock } from '@pps/kernel';
import type { Freshness } from '@pps/read-store';
import { beginExport, endAccountExport, postponeExport, recordAccountExport, type ExportJob } from '@pps/workspaces';
import { accountExportStream, organizationStream, type AccountExport } from '@pps/workspaces/events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveFile } from './archive-file';
import { findEndReason } from './find-archive';
import { writeArchive, type WriteArchiveDeps } from './write-archive';

export interface MakeExportDeps extends WriteArchiveDeps {
  readonly streams: Streams;
  readonly freshness: Pick<Freshness, 'wait'>;
  /** Of archives. */
  readonly archives: AssetStorage;
  /** Where archives are written, on the file system of their storage where that is a folder. */
  readonly workFolder: string;
  /** Names of all read models. */
  readonly readModels: readonly string[];
  readonly lifetimeMs: number;
  readonly clock: Clock;
}

/** Nobody may get the archive any more: its export ends. */
class NotWanted extends Error {
  override readonly name = 'NotWanted';

  constructor(readonly reason: 'forgotten' | 'sessions_ended') {
    super(reason);
  }
}

const mostTries = 8;

/**
 * Makes the archive of an export and records it. It begins anew after a crash; a process that still works on an older try makes a file that nobody
 * names. After eight tries the export fails. Throws what stands in the way (`NotFresh`, `StoreUnavailable`, …): it is tried again.
 */
export async function makeExport(deps: MakeExportDeps, job: ExportJob, wanted: AccountExport, signal: AbortSignal): Promise<void> {
  const { db, streams, freshness, clock } = deps;
  const { organizationId } = wanted;
  const origin = (): Origin => ({ organizationId, actor: { type: 'system' }, occurredAt: clock().toISOString() });
  const end = (reason: 'failed' | NotWanted['reason']) =>
    streams.decide(accountExportStream, organizationId, origin(), (state) =>
      endAccountExport(wanted.exportId, reason, origin().occurredAt, state),
    );
  if (job.tries >= mostTries) return void (await end('failed'));
  for (const name of deps.readModels) await freshness.wait(name, { organizationId });
  await beginExport(db, wanted.exportId);
  try {
    await makeArchive(deps, wanted, { origin, signal });
  } catch (error) {
    if (!(error instanceof NotWanted)) throw error;
    await end(error.reason);
  }
  await postponeExport(db, wanted.exportId, clock());
}

async function makeArchive(
  deps: MakeExportDeps,
  wanted: AccountExport,
  { origin, signal }: { readonly origin: () => Origin; readonly signal: AbortSignal },
): Promise<void> {
  const { streams, archives, workFolder, lifetimeMs, clock } = deps;
  const { exportId, organizationId } = wanted;
  const { state: organization } = await streams.load(organizationStream, organizationId);
  if (organization.kind === 'none') throw new NotWanted('forgotten');
  const fileId = newId();
  const path = join(workFolder, fileId);
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const at = clock();
  const archive = await ArchiveFile.open(path, at, signal);
  try {
    const refuse = async () => {
      signal.throwIfAborted();
      const reason = await findEndReason(deps, wanted);
      if (reason !== null) throw new NotWanted(reason);
    };
    await writeArchive(deps, archive, { organization, at, refuse });
    const { sizeBytes, sha256 } = await archive.finish();
    await refuse();
    await archives.put(archiveKey(fileId), { path, sizeBytes, contentType: 'application/zip' });
    const readyAt = clock();
    const expiresAt = new Date(readyAt.getTime() + lifetimeMs).toISOString();
    const ready = { exportId, fileId, sizeBytes, sha256, fileCount: archive.files.length, readyAt: readyAt.toISOString(), expiresAt };
    const { state } = await streams.decide(accountExportStream, organizationId, origin(), (known) => recordAccountExport(ready, known));
    // Another process was faster, or the workspace was forgotten meanwhile.
    if (state.latest?.archive?.fileId !== fileId || state.latest.ended !== null) await archives.remove(archiveKey(fileId));
  } finally {
    await archive.discard();
    await rm(path, { force: true });
  }
}
