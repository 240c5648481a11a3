import type { CommandRunner } from '@pps/event-store';
import { organizationStream } from './organization.stream';

export interface KnownOrganizationDeps {
  readonly runner: CommandRunner;
  readonly isKnownUser: (userId: string) => Promise<boolean>;
}

/** Whether the organization came to be: one whose owner's registration ended half way is nobody's. */
export async function isKnownOrganization({ runner, isKnownUser }: KnownOrganizationDeps, organizationId: string): Promise<boolean> {
  const { state } = await runner.load(organizationStream, organizationId);
  return state.kind === 'registered' && isKnownUser(state.ownerUserId);
}
