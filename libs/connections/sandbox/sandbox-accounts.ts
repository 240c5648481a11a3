import type { Origin, LiveStates } from '@pps/event-store';
import { derivedId, Rejected } from '@pps/kernel';
import { simulatedId, simulatedToken, type PlatformUser } from '@pps/platform';
import { isPresentEpoch } from '@pps/workspaces/events';
import { AccountProfiles } from '../accounts/account-profiles';
import { ConnectionRepository } from '../accounts/connection-repository';
import { SlotAllocator } from '../connecting/slot-allocator';
import { AccountConnector } from '../connecting/account-connector';
import { requestedScopes } from '../accounts/missing-scopes';
import { SandboxBoardRepository, type SandboxEpoch } from './sandbox-board-repository';
import { createFirstBoard } from './sandbox-boards.stream';

export const sandboxAccountLimit = 5;

export interface SandboxConsent extends SandboxEpoch {
  readonly organizationId: string;
  /** The ids of account, user and board are derived from it, so that a repeat connects the same account. */
  readonly consentId: string;
  /** The account to renew; null for a new one. */
  readonly accountId: string | null;
}

const firstConsent = 'first';

export interface ConnectingSandboxDeps {
  readonly connections: ConnectionRepository;
  readonly slots: SlotAllocator;
  readonly boards: SandboxBoardRepository;
  readonly profiles: AccountProfiles;
  readonly connector: AccountConnector;
}

/** Connects simulated accounts: a slot, a board, then the account. Throws `Rejected('plan_limit')` or `Rejected('sandbox_board_limit')`. */
export class SandboxAccounts {
  constructor(private readonly deps: ConnectingSandboxDeps) {}

  /** Connects the first account of an epoch; silent when it was ever connected. */
  async connectFirst(sandbox: SandboxEpoch & { readonly organizationId: string }, origin: Origin): Promise<void> {
    const { projectId, organizationId, epoch } = sandbox;
    const consent = { projectId, organizationId, epoch, consentId: firstConsent, accountId: null };
    const user = await this.findUser(consent);
    const accountId = accountIdOf(consent, user.id);
    if (await this.deps.connections.find(accountId)) return;
    await this.connectUser(consent, accountId, user, origin);
  }

  /** Connects one more account, or renews `consent.accountId`. Throws `NotFound` when that is absent. */
  async connect(consent: SandboxConsent, origin: Origin): Promise<{ readonly accountId: string }> {
    const user = await this.findUser(consent);
    const accountId = accountIdOf(consent, user.id);
    await this.connectUser(consent, accountId, user, origin);
    return { accountId };
  }

  private async connectUser(consent: SandboxConsent, accountId: string, user: Pick<PlatformUser, 'id'>, origin: Origin): Promise<void> {
    const { projectId, organizationId, epoch, consentId } = consent;
    const slot = { projectId, epoch, accountId, limit: sandboxAccountLimit };
    await this.deps.slots.take(slot, origin);
    await this.createFirstBoard(consent, accountId, origin);
    const named = { ...user, ...(await this.findName(consent, accountId)) };
    const token = simulatedToken(requestedScopes);
    const granted = { ...slot, organizationId, token, user: named, simulated: true, onlyNew: consentId === firstConsent } as const;
    await this.deps.connector.connect(granted, origin);
  }

  private async createFirstBoard(consent: SandboxConsent, accountId: string, origin: Origin): Promise<void> {
    const { projectId, epoch, consentId } = consent;
    const boardId = simulatedId(derivedId('sandbox-board', accountId, consentId));
    const about = { name: 'Sandbox board', description: null, privacy: 'PUBLIC' } as const;
    const board = { boardId, accountId, ...about, createdAt: origin.occurredAt };
    try {
      await this.deps.boards.appendMakingRoom({ projectId, epoch }, origin, (state) => createFirstBoard(board, state));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const known = await this.deps.connections.find(accountId);
      // A connected account is renewed even if it has no board of its own.
      if (known && known.revokedAt === null) return;
      await this.deps.slots.free(projectId, accountId, origin);
      throw error;
    }
  }

  private async findUser({ projectId, epoch, consentId, accountId }: SandboxConsent): Promise<Pick<PlatformUser, 'id'>> {
    if (accountId !== null) return { id: (await this.deps.connections.load(accountId)).platformUserId };
    return { id: simulatedId(derivedId('sandbox-user', projectId, epoch, consentId)) };
  }

  private async findName(consent: SandboxConsent, accountId: string): Promise<Omit<PlatformUser, 'id'>> {
    const known = await this.deps.connections.find(accountId);
    const profile = known && (await this.deps.profiles.get(known.profileRef));
    if (profile) return { username: profile.username, displayName: profile.display_name };
    if (consent.consentId === firstConsent) return { username: 'sandbox', displayName: 'Sandbox account' };
    const number = await this.deps.slots.findOrdinal(consent.projectId, consent.epoch, accountId);
    return { username: `sandbox-${number}`, displayName: `Sandbox account ${number}` };
  }
}

const accountIdOf = ({ projectId, epoch }: SandboxEpoch, platformUserId: string): string =>
  derivedId('account', projectId, epoch, platformUserId);

export interface ConnectSandboxAccountDeps {
  readonly live: LiveStates;
  readonly sandboxAccounts: Pick<SandboxAccounts, 'connectFirst'>;
}

/** Gives a sandbox epoch its first account and board. Silent for a repeat and for an obsolete epoch. */
export async function connectSandboxAccount(
  { live, sandboxAccounts }: ConnectSandboxAccountDeps,
  sandbox: SandboxEpoch & { readonly organizationId: string },
  origin: Origin,
): Promise<void> {
  if (!(await isPresentEpoch(live, sandbox))) return;
  const { projectId, organizationId, epoch } = sandbox;
  await sandboxAccounts.connectFirst(sandbox, { ...origin, projectId, organizationId, epoch });
}
