import { Injectable } from '@nestjs/common';
import type { Origin } from '@pps/event-store';
import { derivedId, Rejected } from '@pps/kernel';
import { simulatedId, simulatedToken, type PlatformUser } from '@pps/platform';
import { AccountProfiles } from '../accounts/account-profiles';
import { ConnectionLog } from '../accounts/connection-log';
import { SlotKeeper } from '../accounts/slot-keeper';
import { AccountConnector } from '../oauth/account-connector';
import { requestedScopes } from '../oauth/platform-scopes';
import { BoardLog, type SandboxEpoch } from './board-log';
import { bringBoard } from './sandbox-boards.decider';

export const sandboxAccountLimit = 5;

export interface SandboxConsent extends SandboxEpoch {
  readonly organizationId: string;
  /** Account, user and board are derived from it, so that a repeat connects the same. */
  readonly consentId: string;
  /** The account to renew; null for a new one. */
  readonly accountId: string | null;
}

const firstConsent = 'first';

/** Connects simulated accounts: a place, a board, then the account. Throws `Rejected` `plan_limit` or `sandbox_board_limit`. */
@Injectable()
export class SandboxAccounts {
  constructor(
    private readonly connections: ConnectionLog,
    private readonly slots: SlotKeeper,
    private readonly boards: BoardLog,
    private readonly profiles: AccountProfiles,
    private readonly connector: AccountConnector,
  ) {}

  /** The account that an epoch begins with; silent when it was ever connected. */
  async connectFirst(sandbox: SandboxEpoch & { readonly organizationId: string }, origin: Origin): Promise<void> {
    const { projectId, organizationId, epoch } = sandbox;
    const consent = { projectId, organizationId, epoch, consentId: firstConsent, accountId: null };
    const user = await this.userOf(consent);
    const accountId = accountIdOf(consent, user.id);
    if (await this.connections.find(accountId)) return;
    await this.take(consent, accountId, user, origin);
  }

  /** One more account, or the one to renew. */
  async connect(consent: SandboxConsent, origin: Origin): Promise<{ readonly accountId: string }> {
    const user = await this.userOf(consent);
    const accountId = accountIdOf(consent, user.id);
    await this.take(consent, accountId, user, origin);
    return { accountId };
  }

  private async take(consent: SandboxConsent, accountId: string, user: Pick<PlatformUser, 'id'>, origin: Origin): Promise<void> {
    const { projectId, organizationId, epoch, consentId } = consent;
    const place = { projectId, epoch, accountId, limit: sandboxAccountLimit };
    await this.slots.take(place, origin);
    await this.bring(consent, accountId, origin);
    const named = { ...user, ...(await this.nameOf(consent, accountId)) };
    const token = simulatedToken(requestedScopes);
    const granted = { ...place, organizationId, token, user: named, simulated: true, onlyNew: consentId === firstConsent } as const;
    await this.connector.connect(granted, origin);
  }

  private async bring(consent: SandboxConsent, accountId: string, origin: Origin): Promise<void> {
    const { projectId, epoch, consentId } = consent;
    const boardId = simulatedId(derivedId('sandbox-board', accountId, consentId));
    const about = { name: 'Sandbox board', description: null, privacy: 'PUBLIC' } as const;
    const board = { boardId, accountId, ...about, createdAt: origin.occurredAt };
    try {
      await this.boards.add({ projectId, epoch }, origin, (state) => bringBoard(board, state));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      const known = await this.connections.find(accountId);
      // An account that works goes on without a board of its own.
      if (known && known.revokedAt === null) return;
      await this.slots.free(projectId, accountId, origin);
      throw error;
    }
  }

  private async userOf({ projectId, epoch, consentId, accountId }: SandboxConsent): Promise<Pick<PlatformUser, 'id'>> {
    if (accountId !== null) return { id: (await this.connections.latest(accountId)).platformUserId };
    return { id: simulatedId(derivedId('sandbox-user', projectId, epoch, consentId)) };
  }

  private async nameOf(consent: SandboxConsent, accountId: string): Promise<Omit<PlatformUser, 'id'>> {
    const known = await this.connections.find(accountId);
    const profile = known && (await this.profiles.get(known.profileRef));
    if (profile) return { username: profile.username, displayName: profile.display_name };
    if (consent.consentId === firstConsent) return { username: 'sandbox', displayName: 'Sandbox account' };
    const number = await this.slots.placeOf(consent.projectId, consent.epoch, accountId);
    return { username: `sandbox-${number}`, displayName: `Sandbox account ${number}` };
  }
}

const accountIdOf = ({ projectId, epoch }: SandboxEpoch, platformUserId: string): string =>
  derivedId('account', projectId, epoch, platformUserId);
