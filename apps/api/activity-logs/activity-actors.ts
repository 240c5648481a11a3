import { Inject, Injectable } from '@nestjs/common';
import { mapLimited } from '@pps/concurrency';
import { LiveStates } from '@pps/event-store';
import { apiKeyStream, userStream, type UserProfile } from '@pps/identity/events';
import { VAULT, type Vault } from '@pps/vault';
import type { ActivityRow } from '@projections/activity_log/activity-log.query';

const partsOfService = { system: 'Pin Publishing Service', worker: 'Publishing', admin: 'Operator', billing: 'Payment provider' } as const;

const readAtOnce = 20;

/** What those who did something are called now. */
@Injectable()
export class ActivityActors {
  constructor(
    private readonly live: LiveStates,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Labels by the id of the entry; absent for a user who was forgotten. */
  async labelsOf(rows: readonly ActivityRow[], asOf: bigint): Promise<ReadonlyMap<string, string>> {
    const named = new Map([
      ...(await this.namesOfUsers(idsOf(rows, 'user'), asOf)),
      ...(await this.namesOfKeys(idsOf(rows, 'api_key'), asOf)),
    ]);
    return new Map(
      rows.flatMap(({ id, actor_type: type, actor_id: actorId }) => {
        const label = type === 'user' || type === 'api_key' ? named.get(actorId ?? '') : partsOfService[type];
        return label === undefined ? [] : [[id, label]];
      }),
    );
  }

  private async namesOfUsers(userIds: readonly string[], asOf: bigint): Promise<[string, string][]> {
    const states = await mapLimited(readAtOnce, userIds, async (id) => (await this.live.get(userStream, id, asOf)).state);
    const users = states.flatMap((state) => (state.kind === 'registered' ? [state] : []));
    if (users.length === 0) return [];
    const profiles = await this.vault.getMany<UserProfile>(users.map(({ profileRef }) => profileRef));
    return users.flatMap(({ userId, profileRef }) => {
      const name = profiles.get(profileRef)?.full_name;
      return name === undefined ? [] : [[userId, name]];
    });
  }

  private async namesOfKeys(keyIds: readonly string[], asOf: bigint): Promise<[string, string][]> {
    const states = await mapLimited(readAtOnce, keyIds, async (id) => (await this.live.get(apiKeyStream, id, asOf)).state);
    return states.flatMap((state) => (state.kind === 'created' ? [[state.keyId, state.name]] : []));
  }
}

const idsOf = (rows: readonly ActivityRow[], wanted: 'user' | 'api_key'): string[] => [
  ...new Set(rows.flatMap(({ actor_type: type, actor_id: id }) => (type === wanted && id !== null ? [id] : []))),
];
