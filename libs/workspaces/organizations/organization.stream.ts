import type { StreamType } from '@pps/event-store';
import { organization, type OrganizationState } from './organization.decider';
import type { OrganizationFact } from './organization.events';

/** `organization-<organizationId>`: an organization, its owner and its profile. */
export const organizationStream: StreamType<OrganizationState, OrganizationFact> = {
  category: 'organization',
  decider: organization,
  facts: {
    OrganizationRegistered: 1,
    OrganizationProfileChanged: 1,
    OrganizationForgotten: 1,
    OrganizationErased: 1,
  },
  snapshot: { version: 2, every: 200 },
};
