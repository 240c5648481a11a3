import type { EventStore } from '@pps/event-store';
import { eventually } from './eventually';
import { checkpoints, runProjector, type Database, type Projection, type ProjectorOptions } from '@pps/read-store';

export interface StartedProjector {
  /** Lines of its log, each with its level. */
  readonly logged: readonly string[];
  /** Resolves with what it ended with. */
  readonly ended: Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Projectors that tests start on one log; all are stopped together. */
export class StartedProjectors {
  private readonly started: StartedProjector[] = [];

  start(
    db: Database,
    store: EventStore,
    projections: readonly Projection[],
    { beside = [], first }: Pick<ProjectorOptions, 'beside' | 'first'> = {},
  ): StartedProjector {
    const ending = new AbortController();
    const logged: string[] = [];
    const log = (level: string, message: string) => void logged.push(`${level} ${message}`);
    const ended = runProjector({ db, store, projections, beside, ...(first && { first }), signal: ending.signal, log }).catch(
      (error: unknown) => error,
    );
    const stop = () => {
      ending.abort();
      return ended;
    };
    const projector = { logged, ended, stop };
    this.started.push(projector);
    return projector;
  }

  async stopAll(): Promise<void> {
    for (const projector of this.started.splice(0)) await projector.stop();
  }
}

export const checkpointOf = async (db: Database, name: string) =>
  (await checkpoints.all(db, 'projection')).find((checkpoint) => checkpoint.name === name);

/** Until a build of the projection has projected the log up to the position. */
export const passed = (db: Database, name: string, position: bigint): Promise<true> =>
  eventually(`${name} past ${position}`, async () => (((await checkpointOf(db, name))?.position ?? -1n) >= position ? true : undefined));
