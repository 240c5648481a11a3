import { KeyedMutex } from '@pps/concurrency';
import type { Streams, LiveStates } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { AttemptWindows } from '@pps/rate-limits';
import type { Database } from '@pps/read-store';
import type { Configuration, Keys, Logger } from '@pps/runtime';
import type { Vault } from '@pps/vault';
import { FailedSignIns } from './access/failed-sign-ins';
import { ApiKeyHolders } from './api-keys/api-key-holders';
import type { ProjectAccounts } from './api-keys/create-api-key';
import { AuthorizationTickets } from './authorizations/authorization-tickets';
import { openGrantAccess } from './grants/grant-access';
import type { OAuthClientDeps } from './oauth-clients/find-oauth-client';
import { readNamedClients } from './oauth-clients/named-clients';
import { DeviceTickets } from './device-sign-in/device-tickets';
import { LinkChecker } from './email-links/link-checker';
import { LastUses } from './sessions/last-uses.store';
import { KnownAddresses } from './log-in/known-addresses.store';
import { HashingPermits } from './passwords/hash-password';
import type { WorkspaceOpening } from './users/register-user';
import { SecondFactorTickets } from './second-factor/second-factor-tickets';
import { SessionHolders } from './sessions/session-holders';
import { openGoogleClient, GoogleClient } from './google/google.client';

/** What people and keys need of a process. */
export interface IdentityParts {
  readonly streams: Streams;
  readonly live: LiveStates;
  readonly clock: Clock;
  readonly attemptWindows: AttemptWindows;
  readonly db: Database;
  readonly vault: Vault;
  readonly keys: Keys;
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly workspaceOpening: WorkspaceOpening;
  readonly projectAccounts: ProjectAccounts;
  readonly clientDocuments: OAuthClientDeps['clientDocuments'];
}

/** The parts, and what is made of them. */
export interface Identity extends IdentityParts {
  readonly keyUses: LastUses;
  readonly sessionUses: LastUses;
  readonly knownAddresses: KnownAddresses;
  readonly failedSignIns: FailedSignIns;
  readonly hashing: HashingPermits;
  /** One registration of an e-mail address at a time. */
  readonly registrations: KeyedMutex;
  readonly links: LinkChecker;
  /** Null where signing in with Google is not configured. */
  readonly google: GoogleClient | null;
  readonly secondFactorTickets: SecondFactorTickets;
  readonly deviceTickets: DeviceTickets;
  readonly authorizationTickets: AuthorizationTickets;
  /** The programs that the operator named. */
  readonly namedClients: OAuthClientDeps['namedClients'];
  readonly grantAccess: ReturnType<typeof openGrantAccess>;
  readonly sessionHolders: SessionHolders;
  readonly keyHolders: ApiKeyHolders;
}

/** Who may do what: for hosts that answer requests. Made once for each process. */
export function bindIdentity(parts: IdentityParts): Identity {
  const { streams, live, clock, db, keys, configuration, logger } = parts;
  const { SESSION_LIFETIME: lifetimeMs } = configuration;
  const keyUses = new LastUses(db, logger, { name: 'identity.api_key_use', id: 'key_id' });
  const grantAccess = openGrantAccess(db, keys, logger);
  const sessionUses = new LastUses(db, logger, { name: 'identity.session_use', id: 'session_id', lifetimeMs });
  return {
    ...parts,
    keyUses,
    sessionUses,
    knownAddresses: new KnownAddresses(db, keys, configuration),
    failedSignIns: new FailedSignIns(streams, keys, clock),
    hashing: new HashingPermits(configuration),
    registrations: new KeyedMutex(),
    links: new LinkChecker(streams),
    google: openGoogleClient(configuration),
    secondFactorTickets: new SecondFactorTickets(keys, configuration),
    deviceTickets: new DeviceTickets(keys),
    authorizationTickets: new AuthorizationTickets(keys),
    namedClients: readNamedClients(configuration.OAUTH_CLIENTS),
    grantAccess,
    sessionHolders: new SessionHolders(live, keyUses, sessionUses, clock),
    keyHolders: new ApiKeyHolders(live, keyUses, keys, clock, grantAccess),
  };
}
