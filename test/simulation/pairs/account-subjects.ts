import { CompleteConnection, revokeAccount } from '@pps/connections';
import { completeConnection } from '@pps/connections/testing';
import { accountSlotsStream, connectionStream, oauthStream } from '@pps/connections/events';
import { originOfPrincipal } from '@pps/identity';
import { derivedId, emptyMap, entriesIn } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import type { Subject } from './check-pair';
import { given } from './open-project';
import type { PairCommand, Request } from './pair-command';
import { pairConnecting } from './pair-connecting';
import { organizationId, projectId, PairWorld } from './pair-world';
import { statesOf } from './states-of';

const at = '2026-11-20T09:59:00.000Z';
const expiresAt = '2026-11-20T10:09:00.000Z';
const users = ['user a', 'user b', 'user c', 'user d'] as const;
type User = (typeof users)[number];
const accountOfUser = (user: User): string => derivedId('account', projectId, 0, user);
const consents = { 'any account': null, 'any account, another time': null, 'account a': 'user a', 'account b': 'user b' } as const;
const stateOf = (consent: string): string => derivedId('consent', consent);

const owner = { projectId, organizationId, epoch: 0 };

/** Two accounts, of which the second may be disconnected, and consents that have begun. */
async function start(isRevoked: boolean) {
  const world = new PairWorld();
  given(world, projectStream, projectId, {
    type: 'ProjectCreated',
    data: { projectId, organizationId, environment: 'production', name: 'Production', timezone: 'UTC', createdAt: at },
  });
  for (const user of ['user a', 'user b'] as const) {
    const accountId = accountOfUser(user);
    const grant = { profileRef: `profile of ${user}`, tokenRef: `token of ${user}`, scopes: ['pins:write'], tokenExpiresAt: expiresAt };
    given(world, connectionStream, accountId, {
      type: 'AccountConnected',
      data: { ...owner, accountId, platformUserId: user, ...grant, connectedAt: at },
    });
    given(world, accountSlotsStream, projectId, { type: 'AccountSlotTaken', data: { accountId, epoch: 0, takenAt: at } });
  }
  if (isRevoked) {
    const accountId = accountOfUser('user b');
    given(world, connectionStream, accountId, { type: 'AccountRevoked', data: { accountId, projectId, revokedAt: at } });
    given(world, accountSlotsStream, projectId, { type: 'AccountSlotFreed', data: { accountId, freedAt: at } });
  }
  for (const [consent, user] of Object.entries(consents)) {
    const begun = { environment: 'production', userId: derivedId('user'), accountId: user && accountOfUser(user) } as const;
    given(world, oauthStream, stateOf(consent), {
      type: 'OAuthStarted',
      data: { ...owner, ...begun, stateId: stateOf(consent), startedAt: at, expiresAt },
    });
  }
  return world.end();
}

const connecting = ({ world, task, deps }: Request, limit: number) => pairConnecting(world, task, deps.streams as never, limit);

const commands = (limit: number): readonly PairCommand[] => {
  const callback = (consent: keyof typeof consents, user: User): PairCommand => ({
    name: `callback of ${user} for ${consent}`,
    run: (request) => completeConnection(connecting(request, limit), new CompleteConnection(stateOf(consent), user, null)),
  });
  const remove = (user: User): PairCommand => ({
    name: `DELETE ${user}`,
    run: async (request) => {
      const origin = originOfPrincipal(request.principal, request.deps.clock());
      await revokeAccount(connecting(request, limit), accountOfUser(user), origin);
    },
  });
  const refresh = (user: User): PairCommand => ({
    name: `refresh of ${user}`,
    run: (request) => connecting(request, limit).refreshing.refresh(accountOfUser(user), `token of ${user}`),
  });
  return [
    callback('any account', 'user c'),
    callback('any account, another time', 'user c'),
    callback('any account, another time', 'user d'),
    callback('account a', 'user a'),
    callback('account b', 'user b'),
    callback('account b', 'user a'),
    remove('user a'),
    remove('user b'),
    refresh('user a'),
  ];
};

const slotsOf = (world: PairWorld) => statesOf(accountSlotsStream, world.log.facts).get(projectId);

/** The consents that are used up do not count: who is refused may have been so before or after. */
function end(world: PairWorld): unknown {
  const connections = statesOf(connectionStream, world.log.facts);
  return users.map((user) => {
    const account = connections.get(accountOfUser(user));
    return account?.kind === 'connected' ? [account.revokedAt !== null, account.reconnectReason] : 'absent';
  });
}

/** Who is connected has tokens and a slot, who is not has neither. */
function breach(world: PairWorld): string | null {
  const slots = new Map([...entriesIn(slotsOf(world)?.accounts ?? emptyMap)]);
  for (const user of users) {
    const account = statesOf(connectionStream, world.log.facts).get(accountOfUser(user));
    const isConnected = account?.kind === 'connected' && account.revokedAt === null;
    const kept = [...world.vault.entries].filter(([, entry]) => entry.subject === `account:${accountOfUser(user)}`);
    const tokens = kept.filter(([, { kind }]) => kind === 'token').map(([ref]) => ref);
    const needed = isConnected ? [account.tokenRef] : [];
    if (JSON.stringify(tokens) !== JSON.stringify(needed)) return `of ${user} the vault has the tokens ${tokens.join(', ')}`;
    if (isConnected && !world.vault.entries.has(account.profileRef)) return `of ${user} the vault has no profile`;
    if (((slots.get(accountOfUser(user))?.taken ?? null) !== null) !== isConnected) return `the slot of ${user} is not as its account`;
  }
  return null;
}

/** Accounts that are connected, connected again and disconnected, with room for more and with room for one. */
export const accountSubjects: readonly Subject[] = [false, true].map((isRevoked) => ({
  name: isRevoked ? 'accounts, one disconnected and one slot left' : 'accounts with room for more',
  start: () => start(isRevoked),
  commands: commands(isRevoked ? 2 : 10),
  prepare: (world) => {
    for (const user of isRevoked ? (['user a'] as const) : (['user a', 'user b'] as const)) {
      const subject = `account:${accountOfUser(user)}`;
      world.vault.entries.set(`profile of ${user}`, { subject, kind: 'profile', value: { username: user, display_name: null } });
      world.vault.entries.set(`token of ${user}`, { subject, kind: 'token', value: { refresh_token: user, refresh_expires_at: null } });
    }
  },
  settle: async () => undefined,
  end,
  breach,
}));
