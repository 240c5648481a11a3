import type { Streams, Origin } from '@pps/event-store';
import { decideRenameUser, type PreparedRename } from './rename.decider';
import { userStream } from './user.stream';

export interface RenameUserDeps {
  readonly streams: Pick<Streams, 'decide'>;
}

/** Records a prepared rename; a repeat is silent. Throws `NotFound`, and `Rejected('conflict')` when the profile changed meanwhile. */
export async function renameUser(app: RenameUserDeps, userId: string, rename: PreparedRename, origin: Origin): Promise<void> {
  await app.streams.decide(userStream, userId, origin, (state) => decideRenameUser(rename, origin.occurredAt, state));
}
