import type { Database } from './database';
import type { DatabaseTime } from './database-clock';
import { isTimelineUntold } from './watch-connection';

/** The server that answered, and how our clock stands to its. */
export interface SeenServer {
  /** Its address as it sees itself, its timeline, which each promotion changes, and when it was started. */
  readonly name: string;
  /** How far our clock is ahead of its clock at least, behind it where negative: half of the time that the question took is taken off. */
  readonly clockAheadMs: number;
  readonly time: DatabaseTime;
  /** Whether it is set up to send its log to another one. */
  readonly mayHaveStandbys: boolean;
  /** Whether it tells its timeline; where it does not, nobody notices two primaries. */
  readonly tellsTimeline: boolean;
}

const question = (timeline: string): string => `
  select coalesce(host(inet_server_addr()), 'socket') || ':' || coalesce(inet_server_port()::text, '') as address,
    ${timeline} as timeline,
    to_char(pg_postmaster_start_time() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as started,
    current_setting('max_wal_senders')::int > 0 as may_have_standbys,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;

const ofItsLog = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';

interface ServerRow {
  readonly address: string;
  readonly timeline: string | null;
  readonly started: string;
  readonly may_have_standbys: boolean;
  readonly now: number;
}

/** Asks the server who it is and what time it is. */
export async function inspectServer(db: Database, nowMs: () => number = Date.now): Promise<SeenServer> {
  let askedAt = 0;
  const ask = async (timeline: string) => {
    askedAt = performance.now();
    return db.raw<{ rows: readonly ServerRow[] }>(question(timeline));
  };
  const { rows } = await ask(ofItsLog).catch((error: unknown) => {
    if (!isTimelineUntold(error)) throw error;
    return ask('null::text');
  });
  const answeredAt = performance.now();
  const halfMs = (answeredAt - askedAt) / 2;
  const [row] = rows;
  if (!row) throw new Error('the database has not said who it is');
  const ahead = nowMs() - halfMs - row.now;
  const timeline = row.timeline === null ? 'timeline not told' : `timeline ${Number.parseInt(row.timeline, 16)}`;
  const name = `${row.address}, ${timeline}, started ${row.started}`;
  return {
    name,
    tellsTimeline: row.timeline !== null,
    clockAheadMs: Math.sign(ahead) * Math.max(0, Math.abs(ahead) - halfMs),
    time: { databaseMs: row.now, monotonicMs: answeredAt - halfMs, exactToMs: halfMs },
    mayHaveStandbys: row.may_have_standbys,
  };
}
