import { parseStreamMetadata, noMetadata } from '../log/stream-metadata';
import { noRevision } from '../log/stored-event';
import type { StreamState } from '../log/stream-state';

type StateRow = [string, string | null, string | null, Buffer | null];
type RunQuery = (query: { name: string; text: string; values: unknown[]; rowMode: 'array' }) => Promise<{ rows: unknown[] }>;

/** Last revisions and current metadata of many streams in one statement. PostgreSQL would plan it again each time for a list that it sees to be short. */
export function stateStatement(schema: string): string {
  return `select s.name,
      (select revision from ${schema}.event where stream = s.name order by revision desc limit 1),
      m.revision, m.data
    from unnest(array(select unnest($1::text[]))) s(name)
    left join lateral (
      select revision, data from ${schema}.event where stream = '$$' || s.name order by revision desc limit 1
    ) m on true`;
}

export async function loadStreamStates(run: RunQuery, statement: string, streams: readonly string[]): Promise<Map<string, StreamState>> {
  const { rows } = await run({ name: 'stream-states', text: statement, values: [streams], rowMode: 'array' });
  return new Map((rows as StateRow[]).map(([stream, last, lastMetadata, document]) => [stream, toState(last, lastMetadata, document)]));
}

function toState(last: string | null, lastMetadata: string | null, document: Buffer | null): StreamState {
  return {
    lastRevision: last === null ? noRevision : BigInt(last),
    lastMetadataRevision: lastMetadata === null ? noRevision : BigInt(lastMetadata),
    metadata: document ? parseStreamMetadata(document) : noMetadata,
  };
}
