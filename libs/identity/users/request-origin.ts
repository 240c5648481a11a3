import type { Origin } from '@pps/event-store';
import { currentCorrelation } from '@pps/runtime';
import type { Principal } from './principal';

/** Metadata of the facts that a request causes. */
export function originOfPrincipal(principal: Principal, at: Date): Origin {
  return {
    organizationId: principal.organizationId,
    projectId: principal.projectId,
    epoch: principal.epoch,
    actor: actorOf(principal),
    ...requestOrigin(),
    occurredAt: at.toISOString(),
  };
}

function actorOf({ kind, keyId, userId }: Principal): Origin['actor'] {
  if (kind === 'system') return { type: 'system', id: userId };
  return keyId ? { type: 'api_key', id: keyId } : { type: 'user', id: userId };
}

/** Which request it is: what metadata can say before anybody is known. */
export function requestOrigin(): Pick<Origin, 'requestId' | 'correlationId'> {
  const requestId = currentCorrelation()?.requestId;
  return requestId ? { requestId, correlationId: requestId } : {};
}
