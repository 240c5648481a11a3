import { causedBy, factsOf, type Streams } from '@pps/event-store';
import { userStream } from '@pps/identity/events';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Database, type Process } from '@pps/read-store';
import { dropDeletion, noteDeletion, noteForgetting } from '@pps/workspaces';
import { organizationStream } from '@pps/workspaces/events';
import { forgetWorkspace } from './forget-workspace';

interface ForgettingProcessDeps {
  readonly db: Database;
  readonly streams: Streams;
  readonly clock: Clock;
}

/**
 * Notes every organization that the log says is forgotten, so that it is erased. A database that was restored from an older backup goes through the
 * facts since then again, a new one through all of them: what was forgotten is erased there too. Of a person whom an earlier release forgot, the
 * workspace is forgotten.
 */
export const rememberForgotten = ({ db, streams, clock }: ForgettingProcessDeps): Process<null> =>
  defineProcess({
    name: 'forgetting',
    startsAt: 'beginning',
    handles: factsOf(organizationStream, 'OrganizationForgotten').and(
      userStream,
      ...(['AccountDeletionRequested', 'AccountDeletionCanceled', 'UserForgotten'] as const),
    ),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        if (fact.type === 'OrganizationForgotten') {
          await noteForgetting(db, fact.data);
          continue;
        }
        if (fact.type === 'AccountDeletionCanceled') {
          await dropDeletion(db, fact.data.userId);
          continue;
        }
        const { state: user } = await streams.load(userStream, fact.data.userId);
        if (user.kind === 'none') continue;
        const { state } = await streams.load(organizationStream, user.organizationId);
        if (fact.type === 'AccountDeletionRequested') {
          const { userId: ownerUserId, dueAt } = fact.data;
          await noteDeletion(db, { organizationId: user.organizationId, ownerUserId, dueAt });
          continue;
        }
        // Of a registration that lost the race for its address the organization is another's.
        if (state.kind === 'none' || state.ownerUserId !== fact.data.userId || state.forgottenAt !== undefined) continue;
        await forgetWorkspace(streams, user.organizationId, causedBy(fact, clock()));
      }
      return null;
    },
  });
