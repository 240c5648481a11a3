import { archiveWorkFolder } from '@pps/asset-storage';
import type { Duty } from '@pps/leases';
import { accountExportDuty, runAccountExports, type AccountExportDeps } from '@pps/use-cases';
import { accountExportsDue } from '@pps/workspaces';
import { projections } from '@projections/index';
import type { Parts } from '../foundation/open-parts';

/** The duty that makes and deletes the archives of accounts. */
export const accountExports = (parts: Parts): Duty => ({
  name: accountExportDuty,
  run: (leadership) => runAccountExports(accountExportDeps(parts), leadership),
});

/** What making archives needs of a process's parts. */
export function accountExportDeps(parts: Parts): AccountExportDeps {
  const { db, store, streams, freshness, vault, storage, archives, clock, logger, configuration, dueTimes } = parts;
  return {
    ...{ db, store, streams, freshness, vault, archives, clock },
    wait: dueTimes.loop({ due: accountExportsDue, projections: [], pauseMs: 0 }),
    storage,
    workFolder: archiveWorkFolder(configuration),
    readModels: projections.map(({ name }) => name),
    lifetimeMs: configuration.ACCOUNT_EXPORT_LIFETIME,
    log: (level, message, fields) => logger[level](fields, message),
  };
}
