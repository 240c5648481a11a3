import { factsOf } from '@pps/event-store';
import { sessionStream } from '@pps/identity/events';
import { defineProjection, oneByOne } from '@pps/read-store';
import { sessionTable } from './sessions.tables';

/** The sessions of people, as their lists show them. */
export const sessionsProjection = defineProjection({
  name: 'sessions',
  version: 1,
  handles: factsOf(sessionStream, 'SessionStarted', 'SessionEnded'),
  tables: [sessionTable],
  project: oneByOne(async (fact, { tx, table }) => {
    const sessions = table('sessions');
    if (fact.type === 'SessionStarted') return sessionTable.insertMissing(tx, sessions, [sessionTable.row(fact)]);
    const { sessionId, endedAt } = fact.data;
    const { revision } = fact;
    await tx(sessions).where({ session_id: sessionId }).andWhere('revision', '<', revision).update({ ended_at: endedAt, revision });
  }),
});
