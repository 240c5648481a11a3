import { VAULT, type Vault } from '@pps/vault';
import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { pendingEmailChange, type Principal, type UserProfile } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { CLOCK, NotFound, type Clock } from '@pps/kernel';
import { invoiceFields, type OrganizationProfile } from '@pps/workspaces';
import { organizationStream } from '@pps/workspaces/events';

/** The user's profile together with the organization's invoice data, as of a position that was the log's head. */
@Injectable()
export class ProfileBody {
  constructor(
    private readonly live: LiveStates,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async of({ userId, organizationId }: Principal, head: bigint) {
    const [{ state: user }, { state: organization }] = await Promise.all([
      this.live.get(userStream, userId, head),
      this.live.get(organizationStream, organizationId, head),
    ]);
    if (user.kind !== 'registered' || organization.kind === 'none') throw new NotFound('User');
    const pending = pendingEmailChange(user, this.clock().toISOString());
    const newAddressRef = pending?.change?.newAddressRef;
    const [profile, company, newAddress] = await Promise.all([
      this.vault.get<UserProfile>(user.profileRef),
      this.vault.get<OrganizationProfile>(organization.profileRef),
      newAddressRef === undefined ? null : this.vault.get<string>(newAddressRef),
    ]);
    const invoice = Object.fromEntries(invoiceFields.map((field) => [field, company?.[field] ?? null]));
    return {
      full_name: profile?.full_name || null,
      email: profile?.email ?? '',
      pending_email_change_to: newAddress,
      pending_email_change_requested_at: pending?.requestedAt ?? null,
      workspace_name: company?.workspace_name ?? '',
      ...invoice,
    };
  }
}
