import type { Actor, RecordedFact } from './recorded-fact';
import type { Origin } from './streams';

/** Metadata of a fact that answers another one: same project and correlation, caused by it. */
export function causedBy(fact: RecordedFact, at: Date, actor: Actor = { type: 'system' }): Origin {
  const { organizationId, projectId, epoch, correlationId } = fact.metadata;
  return {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(epoch === undefined ? {} : { epoch }),
    actor,
    correlationId: correlationId ?? fact.id,
    causationId: fact.id,
    occurredAt: at.toISOString(),
  };
}
