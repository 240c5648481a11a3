import { LiveStates, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { isPresentEpoch } from '@pps/workspaces/events';
import { SandboxAccounts, type SandboxConsent } from './sandbox-accounts';

/** A consent that the user asked for; `stateId` makes a repeat connect the same account. */
export type RequestedConsent = Omit<SandboxConsent, 'consentId'> & { readonly stateId: string };

/** Consents in a sandbox: nobody has to approve them. */
export class SandboxConsents {
  constructor(
    private readonly live: LiveStates,
    private readonly accounts: SandboxAccounts,
  ) {}

  /** Throws `Rejected`: `invalid_state` for a request from before a reset, `plan_limit`, `sandbox_board_limit`. */
  async accept(request: RequestedConsent, origin: Origin): Promise<{ readonly accountId: string }> {
    await this.refuseObsolete(request);
    const { projectId, organizationId, epoch, accountId, stateId } = request;
    return this.accounts.connect({ projectId, organizationId, epoch, accountId, consentId: stateId }, origin);
  }

  /** Throws `Rejected('invalid_state')` for a request from before a reset, or before the workspace was forgotten. */
  async refuseObsolete(request: Pick<RequestedConsent, 'projectId' | 'epoch'>): Promise<void> {
    if (!(await isPresentEpoch(this.live, request)))
      throw new Rejected('invalid_state', 'The project was emptied meanwhile', {}, { remediation: 'Start the connection again.' });
  }
}
