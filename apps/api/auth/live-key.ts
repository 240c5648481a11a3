import type { LiveStates } from '@pps/event-store';
import { apiKeyStream, userStream, type ApiKey } from '@pps/identity/events';
import { projectStream, type Project } from '@pps/workspaces/events';

/** A key that works as of `head`, with the project it was made in; null for one that is unknown, revoked, of an older epoch or of a forgotten user, or made by one that is revoked. */
export async function liveKey(
  live: LiveStates,
  keyId: string,
  head: bigint,
): Promise<{ readonly key: ApiKey; readonly project: Project } | null> {
  const { state: key } = await live.get(apiKeyStream, keyId, head);
  if (key.kind === 'none' || key.revokedAt !== null) return null;
  const [{ state: project }, { state: user }] = await Promise.all([
    live.get(projectStream, key.projectId, head),
    live.get(userStream, key.userId, head),
  ]);
  if (project.kind === 'none' || project.epoch !== key.epoch || user.kind !== 'registered') return null;
  if (user.keysEndedAt !== null && key.createdAt <= user.keysEndedAt) return null;
  const makers = await Promise.all(key.makerKeyIds.map((makerId) => live.get(apiKeyStream, makerId, head)));
  if (makers.some(({ state }) => state.kind === 'none' || state.revokedAt !== null)) return null;
  return { key, project };
}
