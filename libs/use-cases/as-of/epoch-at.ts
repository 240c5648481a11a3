import { stateAt, type EventStore } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { projectStream } from '@pps/workspaces/events';

/** Where the past is read from. */
export interface AsOfDeps {
  readonly store: Pick<EventStore, 'last' | 'read'>;
}

/** The sandbox epoch that the caller's project was in at a moment; null before the project existed. */
export async function epochAt({ store }: AsOfDeps, { projectId }: Pick<Principal, 'projectId'>, at: Date): Promise<number | null> {
  const project = await stateAt(store, projectStream, projectId, at);
  return project.kind === 'none' ? null : project.epoch;
}
