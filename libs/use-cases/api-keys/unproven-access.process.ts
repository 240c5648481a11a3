import { causedBy, factsOf, streamId, type Streams } from '@pps/event-store';
import { userStream } from '@pps/identity/events';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { endUnprovenAccess, type EndUnprovenAccessDeps } from './reset-forgotten-password';

interface UnprovenAccessDeps extends EndUnprovenAccessDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly clock: Clock;
}

/** Ends what an account had before the reset that proved its address. The request that resets does that at once; this finishes it where that crashed on the way. */
export const unprovenAccess = (deps: UnprovenAccessDeps): Process<null> =>
  defineProcess({
    name: 'unproven-access',
    startsAt: 'now',
    handles: factsOf(userStream, 'PasswordReset'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { provenEmailHash, resetAt } = fact.data;
        if (provenEmailHash === undefined) continue;
        const { state: user } = await deps.streams.load(userStream, streamId(userStream, fact.stream) ?? '');
        if (user.kind !== 'none') await endUnprovenAccess(deps, user.organizationId, resetAt, causedBy(fact, deps.clock()));
      }
      return null;
    },
  });
