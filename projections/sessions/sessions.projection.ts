import { factsOf } from '@pps/event-store';
import { sessionStream, userStream } from '@pps/identity/events';
import { defineProjection, everyEpoch, oneByOne } from '@pps/read-store';
import { sessionTable } from './sessions.tables';

/** The sessions of people, as their lists show them. */
export const sessionsProjection = defineProjection({
  name: 'sessions',
  version: 2,
  handles: factsOf(sessionStream, 'SessionStarted', 'SessionEnded').and(userStream, 'UserForgotten'),
  tables: [sessionTable],
  project: oneByOne(async (fact, { tx, table, remove }) => {
    const sessions = table('sessions');
    if (fact.type === 'UserForgotten') return remove({ owner: fact.data.userId, beforeEpoch: everyEpoch });
    if (fact.type === 'SessionStarted') return sessionTable.insertMissing(tx, sessions, [sessionTable.row(fact)]);
    const { sessionId, endedAt } = fact.data;
    const { revision } = fact;
    await tx(sessions).where({ session_id: sessionId }).andWhere('revision', '<', revision).update({ ended_at: endedAt, revision });
  }),
  async removePortion({ owner }, most, { tx, table }) {
    const ofUser = tx(table('sessions')).where({ user_id: owner }).limit(most).select('session_id');
    return tx(table('sessions')).whereIn('session_id', ofUser).delete();
  },
});
