import { Command } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import { decideEndSession, sessionStream } from './session.stream';

export class EndSession extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Ends a session of the user, at once on every process; a repeat is silent. Throws `NotFound`, also for another user's. */
export async function endSession(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  { sessionId, userId, origin }: EndSession,
): Promise<void> {
  await streams.decide(sessionStream, sessionId, origin, (state) => decideEndSession(userId, origin.occurredAt, state));
}
