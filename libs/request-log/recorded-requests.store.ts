import { jsonb, type Database } from '@pps/read-store';
import type { RecordedRequest } from './recorded-request';
import { retentionMs } from './request-log.policy';

/** Whose requests are looked up, and which. */
export interface RequestFilter {
  readonly projectId: string;
  /** Of the present one of the project: a reset of the sandbox hides what came before. */
  readonly epoch: number;
  /** Of a key that looks up its own. */
  readonly credentialId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly method?: string | undefined;
  readonly route?: string | undefined;
  /** From the first to the second, both included. */
  readonly statuses?: readonly [number, number] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Where a page ended. */
export interface RequestCursor {
  readonly at: Date;
  readonly number: string;
}

export type FoundRequest = Omit<RecordedRequest, 'organizationId' | 'projectId' | 'epoch'> & RequestCursor;

interface Row {
  readonly at: Date;
  readonly number: string;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly duration_ms: number;
  readonly credential_type: 'session' | 'api_key';
  readonly credential_id: string;
  readonly resource_id: string | null;
}

/** Which part of what was found. */
export interface RequestPage {
  readonly before: RequestCursor | null;
  readonly limit: number;
}

const columns = 'project_id, epoch, at, request_id, method, route, status, code, duration_ms, credential_type, credential_id, resource_id';

/** The requests of all processes. */
export class RecordedRequests {
  constructor(private readonly db: Database) {}

  /** Stores them, but for those of projects that were forgotten; all or none. */
  async add(requests: readonly RecordedRequest[]): Promise<void> {
    // Projects are locked in one order, so that two processes do not wait for each other.
    await this.db.raw(
      `with given as (
         select ${columns} from jsonb_to_recordset(?::jsonb) as r (project_id uuid, epoch int, at timestamptz, request_id text, method text,
           route text, status smallint, code text, duration_ms int, credential_type text, credential_id uuid, resource_id text)),
       counted as (
         insert into request_log.project as known (project_id, kept, oldest_at)
         select project_id, count(*), min(at) from given group by project_id order by project_id
         on conflict (project_id) do update set
           kept = known.kept + excluded.kept, oldest_at = least(known.oldest_at, excluded.oldest_at)
         where known.ended_at is null
         returning project_id)
       insert into request_log.request (${columns})
       select ${columns} from given where project_id in (select project_id from counted)`,
      [jsonb(requests.map(toRow))],
    );
  }

  /** The newest first, at most `limit`, behind a place. */
  async find(filter: RequestFilter, page: RequestPage): Promise<FoundRequest[]> {
    return ((await requestQuery(this.db, filter, page)) as Row[]).map(toRequest);
  }
}

/** The query of a page. */
export function requestQuery(db: Database, filter: RequestFilter, { before, limit }: RequestPage) {
  const { projectId, epoch, credentialId, requestId, keyId, method, route, statuses, since, until } = filter;
  const query = db('request_log.request')
    .where({ project_id: projectId, epoch })
    // Unlike clock_timestamp(), the same for the whole statement, so that an index can begin there.
    .whereRaw(`at > statement_timestamp() - ? * interval '1 millisecond'`, [retentionMs]);
  if (credentialId !== undefined) void query.where('credential_id', credentialId);
  if (keyId !== undefined) void query.where({ credential_type: 'api_key', credential_id: keyId });
  if (requestId !== undefined) void query.where('request_id', requestId);
  if (method !== undefined) void query.where('method', method);
  if (route !== undefined) void query.where('route', route);
  if (statuses !== undefined) void query.whereBetween('status', [...statuses]);
  if (since !== undefined) void query.where('at', '>=', since);
  if (until !== undefined) void query.where('at', '<', until);
  if (before !== null) void query.whereRaw('(at, number) < (?, ?)', [before.at, before.number]);
  return query
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'number', order: 'desc' },
    ])
    .limit(limit);
}

const toRow = ({
  projectId,
  epoch,
  requestId,
  at,
  method,
  route,
  status,
  code,
  durationMs,
  credential,
  resourceId,
}: RecordedRequest): object => ({
  ...{ project_id: projectId, epoch, at, request_id: requestId, method, route, status, code, duration_ms: durationMs },
  ...{ credential_type: credential.type, credential_id: credential.id, resource_id: resourceId },
});

const toRequest = (row: Row): FoundRequest => ({
  at: row.at,
  number: row.number,
  requestId: row.request_id,
  method: row.method,
  route: row.route,
  status: row.status,
  code: row.code,
  durationMs: row.duration_ms,
  credential: { type: row.credential_type, id: row.credential_id },
  resourceId: row.resource_id,
});
