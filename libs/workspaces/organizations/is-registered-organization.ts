import type { CommandRunner } from '@pps/event-store';
import { organizationStream } from './organization.stream';

export interface RegisteredOrganizationDeps {
  readonly runner: CommandRunner;
  readonly isRegisteredUser: (userId: string) => Promise<boolean>;
}

/** Whether the organization's registration was completed: when its owner's was interrupted, the organization belongs to nobody. */
export async function isRegisteredOrganization(
  { runner, isRegisteredUser }: RegisteredOrganizationDeps,
  organizationId: string,
): Promise<boolean> {
  const { state } = await runner.load(organizationStream, organizationId);
  return state.kind === 'registered' && isRegisteredUser(state.ownerUserId);
}
