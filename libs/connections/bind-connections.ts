import type { Streams, LiveStates } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Platform } from '@pps/platform';
import type { SharedBuckets } from '@pps/rate-limits';
import type { Database } from '@pps/read-store';
import type { Configuration, Keys } from '@pps/runtime';
import type { Vault } from '@pps/vault';
import { AccountDirectory } from './accounts/account-directory';
import { AccountMutex } from './accounts/account-mutex';
import { AccountProfiles } from './accounts/account-profiles';
import { ConnectionRepository } from './accounts/connection-repository';
import { BoardAccess } from './boards/board-access';
import { BoardInspection } from './boards/board-inspection';
import type { BoardSource } from './boards/board-source';
import { BoardVerdictStore } from './boards/board-verdict.store';
import { PlatformBoards } from './boards/platform-boards';
import { PlatformReads } from './boards/platform-reads';
import { RoutedBoards } from './boards/routed-boards';
import { SimulatedBoards } from './boards/simulated-boards';
import { AccountConnector } from './connecting/account-connector';
import { SlotAllocator } from './connecting/slot-allocator';
import { PlatformConsent } from './oauth/platform-consent';
import { type ConsentStarters, OAuthRequests } from './oauth/oauth-requests';
import type { PlanLimits } from './oauth/start-connection';
import { StateSignature } from './oauth/state-signature';
import { SandboxAccounts } from './sandbox/sandbox-accounts';
import { SandboxBoardRepository } from './sandbox/sandbox-board-repository';
import { AccessTokenVault } from './tokens/access-token-vault';
import { AccessTokens } from './tokens/access-tokens';
import { Reconnection } from './tokens/reconnection';
import { TokenRefresh } from './tokens/token-refresh';

/** What accounts and boards need of a process. */
export interface ConnectionsParts {
  readonly streams: Streams;
  readonly live: LiveStates;
  readonly clock: Clock;
  readonly platform: Platform;
  readonly sharedBuckets: SharedBuckets;
  readonly db: Database;
  readonly vault: Vault;
  readonly configuration: Configuration;
}

export interface BoundConnections {
  readonly connections: ConnectionRepository;
  readonly accountMutex: AccountMutex;
  readonly profiles: AccountProfiles;
  readonly slots: SlotAllocator;
  readonly tokenVault: AccessTokenVault;
  readonly connector: AccountConnector;
  readonly sandboxAccounts: SandboxAccounts;
  readonly accounts: AccountDirectory;
  readonly tokens: AccessTokens;
  readonly boards: BoardAccess;
  readonly boardSource: BoardSource;
  readonly reconnection: Reconnection;
}

/** Accounts that are connected: their tokens, boards and revocation. One for each process. */
export function bindConnections(parts: ConnectionsParts): BoundConnections {
  const { streams, live, clock, platform, sharedBuckets, db, vault, configuration } = parts;
  const connections = new ConnectionRepository(live, streams, clock);
  const accountMutex = new AccountMutex(db, configuration);
  const profiles = new AccountProfiles(vault);
  const slots = new SlotAllocator(streams, connections, configuration);
  const tokenVault = new AccessTokenVault(vault);
  const connector = new AccountConnector({ mutex: accountMutex, slots, connections, profiles, tokens: tokenVault });
  const sandboxBoards = new SandboxBoardRepository(streams, live, connections);
  const sandboxAccounts = new SandboxAccounts({ connections, slots, boards: sandboxBoards, profiles, connector });
  const reconnection = new Reconnection(configuration);
  const refreshing = new TokenRefresh(accountMutex, connections, tokenVault, platform);
  const tokens = new AccessTokens(connections, tokenVault, refreshing, reconnection);
  const verdicts = new BoardVerdictStore(db, streams, profiles);
  const reads = new PlatformReads(sharedBuckets, configuration);
  const simulated = new SimulatedBoards(connections, sandboxBoards, profiles, reconnection);
  const platformBoards = new PlatformBoards({ connections, tokens, verdicts, reconnection, platform, reads });
  const inspection = new BoardInspection(tokens, profiles, platform, reads);
  return {
    ...{ connections, accountMutex, profiles, slots, tokenVault, connector, sandboxAccounts, tokens, reconnection },
    accounts: new AccountDirectory(connections, live),
    boards: new BoardAccess({ connections, live, store: verdicts, inspection, simulated }),
    boardSource: new RoutedBoards(connections, platformBoards, simulated, streams),
  };
}

/** What connecting needs beside the connections of its process. */
export interface ConnectingParts extends BoundConnections {
  readonly streams: Streams;
  readonly live: LiveStates;
  readonly clock: Clock;
  readonly platform: Platform;
  readonly keys: Keys;
  readonly configuration: Configuration;
  readonly consentStarters: ConsentStarters;
  readonly planLimits: PlanLimits;
}

/** What the commands of `connectionCommands` need, and the page behind `connect_url`. */
export interface Connecting extends ConnectingParts {
  readonly oauthRequests: OAuthRequests;
  readonly platformConsent: PlatformConsent;
}

/** Connecting accounts; only for hosts that users come back to from the platform. */
export function bindConnecting(parts: ConnectingParts): Connecting {
  const { streams, clock, platform, keys, configuration, consentStarters } = parts;
  return {
    ...parts,
    oauthRequests: new OAuthRequests(streams, new StateSignature(keys), consentStarters, clock),
    platformConsent: new PlatformConsent(platform, configuration),
  };
}
