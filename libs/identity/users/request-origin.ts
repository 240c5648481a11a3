import type { Origin } from '@pps/event-store';
import { currentCorrelation } from '@pps/runtime';
import type { Principal } from './principal';

/** Metadata of the facts that a request causes. */
export function originOfPrincipal(principal: Principal, at: Date): Origin {
  return {
    organizationId: principal.organizationId,
    projectId: principal.projectId,
    epoch: principal.epoch,
    actor: principal.keyId ? { type: 'api_key', id: principal.keyId } : { type: 'user', id: principal.userId },
    ...requestOrigin(),
    occurredAt: at.toISOString(),
  };
}

/** Which request it is: what metadata can say before anybody is known. */
export function requestOrigin(): Pick<Origin, 'requestId' | 'correlationId'> {
  const requestId = currentCorrelation()?.requestId;
  return requestId ? { requestId, correlationId: requestId } : {};
}
