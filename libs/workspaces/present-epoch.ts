import type { LiveStates } from '@pps/event-store';
import { projectStream } from './project.stream';

export interface EpochOfProject {
  readonly projectId: string;
  readonly epoch: number;
}

/** Port: whether a project still is in the epoch, as of now. */
export type PresentEpoch = (project: EpochOfProject) => Promise<boolean>;

/** Whether the project exists and still is in this epoch, as of `head` or of this call: what belongs to an older one is refused. */
export async function isPresentEpoch(live: LiveStates, { projectId, epoch }: EpochOfProject, head?: bigint): Promise<boolean> {
  const { state } = await live.get(projectStream, projectId, head);
  return state.kind === 'created' && state.epoch === epoch;
}
