import { causedBy, factsOf, type Streams } from '@pps/event-store';
import { decideRenameUser } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { organizationStream } from '@pps/workspaces/events';

interface UnfinishedRenamesDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly clock: Clock;
}

/**
 * Renames the person of whom a change of the organization's profile says so. The request that changes both does that at once; this finishes it where that
 * crashed on the way. A profile that was changed since stays as it is.
 */
export const unfinishedRenames = ({ streams, clock }: UnfinishedRenamesDeps): Process<null> =>
  defineProcess({
    name: 'unfinished-renames',
    startsAt: 'now',
    handles: factsOf(organizationStream, 'OrganizationProfileChanged'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { rename, changedAt } = fact.data;
        if (rename === undefined) continue;
        await streams.decide(userStream, rename.userId, causedBy(fact, clock()), (state) =>
          state.kind === 'registered' && state.profileRef === rename.replacedRef ? decideRenameUser(rename, changedAt, state) : [],
        );
      }
      return null;
    },
  });
