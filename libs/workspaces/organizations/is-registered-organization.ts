import type { Streams } from '@pps/event-store';
import { organizationStream } from './organization.stream';

export interface RegisteredOrganizationDeps {
  readonly streams: Streams;
  readonly isRegisteredUser: (userId: string) => Promise<boolean>;
}

/** Whether the organization's registration was completed: when its owner's was interrupted, the organization belongs to nobody. */
export async function isRegisteredOrganization(
  { streams, isRegisteredUser }: RegisteredOrganizationDeps,
  organizationId: string,
): Promise<boolean> {
  const { state } = await streams.load(organizationStream, organizationId);
  return state.kind === 'registered' && isRegisteredUser(state.ownerUserId);
}
