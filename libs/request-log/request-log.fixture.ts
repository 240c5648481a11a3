import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { RecordedRequests } from './recorded-requests.store';
import { requestLogMigrations } from './request-log.migrations';
import { sweepRequestLog } from './request-log-sweep.dispatcher';

export interface OpenedRequestLog {
  readonly db: Database;
  readonly requests: RecordedRequests;
  /** Removes what is old, and what a project has no room for. */
  sweep(mostOfProject: number): Promise<void>;
  /** What the record of a project says that it keeps: a row where it has one. */
  keptOf(projectId: string): Promise<readonly number[]>;
}

/** The tables of the request log, made in an empty database. */
export async function openRequestLog(url: string): Promise<OpenedRequestLog> {
  const db = openDatabase(url, 10);
  await migrate(db, [...readStoreMigrations, ...requestLogMigrations]);
  return {
    db,
    requests: new RecordedRequests(db),
    sweep: async (mostOfProject) => {
      const errors: unknown[] = [];
      await sweepRequestLog({ db, mostOfProject, onError: (error) => void errors.push(error) }, new AbortController().signal);
      expect(errors).toEqual([]);
    },
    keptOf: async (projectId) =>
      ((await db('request_log.project').where({ project_id: projectId })) as { kept: number }[]).map(({ kept }) => kept),
  };
}
