import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveKey } from '@pps/asset-storage';
import { settleExport, type AccountExportDeps } from '@pps/use-cases';
import { dueExports, type ExportJob } from '@pps/workspaces';
import { accountExportStream } from '@pps/workspaces/events';
import type { Account } from '../../setup/account';
import { eventually } from '../../setup/eventually';
import type { ForgettingService } from '../forgetting/forgetting-service';

/** What people do with archives of accounts, and what the orchestrator does, one step at a time. */
export function archiveSteps({ call, parts, exporting, url }: ForgettingService) {
  const { db } = parts;
  const ask = (session: Account['session']) => call('POST', '/v1/auth/account/export', undefined, session);
  const read = (session: Account['session']) => call('GET', '/v1/auth/account/export', undefined, session);

  const allJobs = async (): Promise<ExportJob[]> => {
    await db('workspaces.account_export').update({ next_try_at: db.fn.now() });
    return dueExports(db, [], 100);
  };
  const noted = (exportId: string): Promise<ExportJob> =>
    eventually('the export is noted', async () => (await allJobs()).find((job) => job.exportId === exportId));
  const settle = (job: ExportJob, deps: AccountExportDeps = exporting) => settleExport(deps, job, new AbortController().signal);
  /** Deps with which `meanwhile` happens when an archive lies in the storage and is not recorded yet. */
  const recordedAfter = (meanwhile: () => Promise<void>): AccountExportDeps => {
    const put: AccountExportDeps['archives']['put'] = async (key, file) => {
      await exporting.archives.put(key, file);
      await meanwhile();
    };
    return { ...exporting, archives: { ...exporting.archives, put } };
  };

  /** Works on an export until it is in that state. */
  const settled = (session: Account['session'], status: string, deps: AccountExportDeps = exporting) =>
    eventually(`the export is ${status}`, async () => {
      const { body } = await read(session);
      if (body.status === status) return body;
      await settle(await noted(body.export_id), deps);
      return undefined;
    });

  const download = (link: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(link);
    return fetch(`${url}${pathname}${search}`, { headers });
  };
  const fileOf = async (organizationId: string): Promise<string> => {
    const { state } = await parts.streams.load(accountExportStream, organizationId);
    return state.latest?.archive?.fileId ?? '';
  };
  const isStored = (fileId: string): Promise<boolean> =>
    access(join(parts.configuration.DATA_DIR, 'exports', archiveKey(fileId))).then(
      () => true,
      () => false,
    );
  return { ask, read, allJobs, noted, settle, recordedAfter, settled, download, fileOf, isStored };
}
