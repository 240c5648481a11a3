import { stateAt, type EventStore } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { projectStream } from '@pps/workspaces/events';

/** Where the past is read from. */
export interface AsOfDeps {
  readonly store: Pick<EventStore, 'last' | 'read'>;
}

/**
 * The epoch of which the caller may see what was at a moment; null before the project existed. It is the present one: what a sandbox held before its
 * reset is gone for every reader.
 */
export async function epochAt(
  { store }: AsOfDeps,
  { projectId, epoch }: Pick<Principal, 'projectId' | 'epoch'>,
  at: Date,
): Promise<number | null> {
  const project = await stateAt(store, projectStream, projectId, at);
  return project.kind === 'none' ? null : epoch;
}
