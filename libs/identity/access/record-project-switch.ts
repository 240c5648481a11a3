import { Command } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import type { Principal } from '../users/principal';
import { recordSwitch, accessStream, accessStreamId } from './access.stream';

export class RecordProjectSwitch extends Command<void> {
  constructor(
    readonly caller: Pick<Principal, 'userId' | 'organizationId' | 'projectId'>,
    readonly toProjectId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Records that the caller goes on in another project; silent for the project that it is in. Throws `StoreUnavailable`. */
export async function recordProjectSwitch(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  { caller, toProjectId, origin }: RecordProjectSwitch,
): Promise<void> {
  const { userId, organizationId, projectId: fromProjectId } = caller;
  const switched = { userId, organizationId, fromProjectId, toProjectId, switchedAt: origin.occurredAt };
  await streams.decide(accessStream, accessStreamId(userId, origin.occurredAt), origin, (state) => recordSwitch(switched, state));
}
