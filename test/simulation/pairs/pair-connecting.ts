import { AccountProfiles, requestedScopes } from '@pps/connections';
import {
  AccessTokenVault,
  AccountConnector,
  ConnectionRepository,
  OAuthRequests,
  SandboxAccounts,
  SandboxBoardRepository,
  SlotAllocator,
  TokenRefresh,
} from '@pps/connections/testing';
import type { Streams } from '@pps/event-store';
import type { PairWorld } from './pair-world';

const expiresAt = new Date('2027-01-01T00:00:00.000Z');

/** Tokens as the platform gives them, new ones each time. */
const token = (name: string) => ({
  accessToken: name,
  refreshToken: name,
  scopes: requestedScopes,
  expiresAt,
  refreshTokenExpiresAt: null,
});

/** What connects accounts in one process of its own: everything real but signatures and the platform, where a code is its user's id. */
export function pairConnecting(world: PairWorld, task: string, streams: Streams, accountLimit: number) {
  const live = { get: streams.load.bind(streams) } as never;
  const vault = world.vault.seenBy(task) as never;
  const mutex = world.mutex.seenBy(task) as never;
  const connections = new ConnectionRepository(live, streams, world.clock);
  const slots = new SlotAllocator(streams, connections, { APP_URL: 'https://app.example' });
  const [profiles, tokens] = [new AccountProfiles(vault), new AccessTokenVault(vault)];
  const connector = new AccountConnector({ mutex, slots, connections, profiles, tokens });
  const boards = new SandboxBoardRepository(streams, live, connections);
  const sandboxAccounts = new SandboxAccounts({ connections, slots, boards, profiles, connector });
  const call = <T>(answer: T) => world.turns.at(task, { writes: ['platform'] }, () => answer);
  const signature = { verify: (stateId: string) => ({ stateId, browser: null }) } as never;
  const requests = new OAuthRequests(streams, signature, { isLive: async () => true }, world.clock);
  const platformConsent = {
    exchangeCode: (code: string) => call({ token: token(`${task} ${code}`), user: { id: code, username: code, displayName: null } }),
  };
  const platform = { refreshToken: () => call({ value: token(`${task} refreshed`) }) };
  return {
    ...{ connections, connector, oauthRequests: requests, platformConsent, live, slots, sandboxAccounts },
    planLimits: { platformAccounts: async () => accountLimit },
    accountMutex: mutex,
    tokenVault: tokens,
    refreshing: new TokenRefresh(mutex, connections, tokens, platform as never),
  };
}
