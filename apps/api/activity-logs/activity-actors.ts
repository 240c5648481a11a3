import { mapLimited } from '@pps/concurrency';
import { apiKeyStream, userStream, type UserProfile } from '@pps/identity/events';
import type { ActivityRow } from '@projections/activity_log/activity-log.query';
import type { App } from '../../foundation/bind-app';

const partsOfService = { system: 'Pin Publishing Service', worker: 'Publishing', admin: 'Operator', billing: 'Payment provider' } as const;

const readAtOnce = 20;

/** Labels by the id of the entry; absent for a user who was forgotten. */
export async function activityActorLabels(
  app: Pick<App, 'live' | 'vault'>,
  rows: readonly ActivityRow[],
  asOf: bigint,
): Promise<ReadonlyMap<string, string>> {
  const named = new Map([
    ...(await namesOfUsers(app, idsOf(rows, 'user'), asOf)),
    ...(await namesOfKeys(app, idsOf(rows, 'api_key'), asOf)),
  ]);
  return new Map(
    rows.flatMap(({ id, actor_type: type, actor_id: actorId }) => {
      const label = type === 'user' || type === 'api_key' ? named.get(actorId ?? '') : partsOfService[type];
      return label === undefined ? [] : [[id, label]];
    }),
  );
}

async function namesOfUsers(app: Pick<App, 'live' | 'vault'>, userIds: readonly string[], asOf: bigint): Promise<[string, string][]> {
  const states = await mapLimited(readAtOnce, userIds, async (id) => (await app.live.get(userStream, id, asOf)).state);
  const users = states.flatMap((state) => (state.kind === 'registered' ? [state] : []));
  if (users.length === 0) return [];
  const profiles = await app.vault.getMany<UserProfile>(users.map(({ profileRef }) => profileRef));
  return users.flatMap(({ userId, profileRef }) => {
    const name = profiles.get(profileRef)?.full_name;
    return name === undefined ? [] : [[userId, name]];
  });
}

async function namesOfKeys(app: Pick<App, 'live' | 'vault'>, keyIds: readonly string[], asOf: bigint): Promise<[string, string][]> {
  const states = await mapLimited(readAtOnce, keyIds, async (id) => (await app.live.get(apiKeyStream, id, asOf)).state);
  return states.flatMap((state) => (state.kind === 'created' ? [[state.keyId, state.name]] : []));
}

const idsOf = (rows: readonly ActivityRow[], wanted: 'user' | 'api_key'): string[] => [
  ...new Set(rows.flatMap(({ actor_type: type, actor_id: id }) => (type === wanted && id !== null ? [id] : []))),
];
