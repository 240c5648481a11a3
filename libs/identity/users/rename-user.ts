import type { Streams, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { decideRenameUser, type PreparedRename } from './user.decider';
import { userSubject, type UserProfile } from './user-profile';
import { userStream } from './user.stream';

export interface PrepareRenameDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly vault: Pick<Vault, 'get' | 'put'>;
}

/** Lays another name of the user into the vault, where no fact leads to it yet; null when the user has that name. Throws `NotFound`. */
export async function prepareRename(app: PrepareRenameDeps, userId: string, fullName: string): Promise<PreparedRename | null> {
  const { state: user } = await app.streams.load(userStream, userId);
  const profile = user.kind === 'registered' ? await app.vault.get<UserProfile>(user.profileRef) : null;
  if (user.kind !== 'registered' || !profile) throw new NotFound('User');
  if (profile.full_name === fullName) return null;
  const profileRef = await app.vault.put(userSubject(userId), 'user_profile', { ...profile, full_name: fullName });
  return { profileRef, replacedRef: user.profileRef };
}

/** Records a prepared rename; a repeat is silent. Throws `NotFound`, and `Rejected('conflict')` when the profile changed meanwhile. */
export async function renameUser(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  userId: string,
  rename: PreparedRename,
  origin: Origin,
): Promise<void> {
  await streams.decide(userStream, userId, origin, (state) => decideRenameUser(rename, origin.occurredAt, state));
}
