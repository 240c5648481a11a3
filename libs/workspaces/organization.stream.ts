import type { StreamType } from '@pps/event-store';
import { organization, type OrganizationState } from './organization.decider';
import type { OrganizationFact } from './organization.events';

/** `organization-<organizationId>`: that an organization exists, and whose it is. */
export const organizationStream: StreamType<OrganizationState, OrganizationFact> = { category: 'organization', decider: organization };
