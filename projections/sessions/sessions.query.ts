import type { Database } from '@pps/read-store';

export interface SessionRow {
  readonly session_id: string;
  readonly generation: number;
  readonly user_agent_ref: string | null;
  readonly started_at: Date;
}

/** So many sessions are listed. */
const listed = 500;

/** The newest 500 sessions of a user that were neither ended by themselves nor are past their time at `at`, newest first. */
export function listSessions(db: Database, userId: string, at: Date): Promise<SessionRow[]> {
  return db('read.sessions')
    .where({ user_id: userId, ended_at: null })
    .andWhere('expires_at', '>', at)
    .orderBy([{ column: 'started_at', order: 'desc' }, 'session_id'])
    .limit(listed)
    .select('session_id', 'generation', 'user_agent_ref', 'started_at');
}
