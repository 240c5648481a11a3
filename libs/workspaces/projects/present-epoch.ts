import type { LiveStates } from '@pps/event-store';
import { projectStream } from './project.stream';

export interface EpochOfProject {
  readonly projectId: string;
  readonly epoch: number;
}

/** Port: whether a project is in this sandbox epoch, as of now. */
export type PresentEpoch = (project: EpochOfProject) => Promise<boolean>;

/** Whether the project exists and is in this sandbox epoch, as of `head` or of this call. What belongs to an earlier epoch is obsolete. */
export async function isPresentEpoch(live: LiveStates, { projectId, epoch }: EpochOfProject, head?: bigint): Promise<boolean> {
  const { state } = await live.get(projectStream, projectId, head);
  return state.kind === 'created' && state.epoch === epoch;
}
