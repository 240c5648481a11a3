import { billingStream } from '@pps/billing/events';
import type { Streams } from '@pps/event-store';
import { activeSecondFactor, mailPreferencesOf, secondFactorStream, userStream, type UserProfile } from '@pps/identity/events';
import { NotFound } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import type { OrganizationProfile } from '@pps/workspaces';
import type { Project, Organization } from '@pps/workspaces/events';

/** What a record is read from. */
interface RecordDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly vault: Pick<Vault, 'get'>;
}

/** What is stored of the person: no password, no secret, no hash of either. Throws `NotFound` for one who is forgotten. */
export async function personRecord({ streams, vault }: RecordDeps, userId: string, projects: readonly Project[]) {
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind !== 'registered') throw new NotFound('User');
  const [profile, secondFactor] = await Promise.all([vault.get<UserProfile>(user.profileRef), streams.load(secondFactorStream, userId)]);
  const active = activeSecondFactor(user, secondFactor.state);
  return {
    id: userId,
    email: profile?.email ?? null,
    full_name: profile?.full_name ?? null,
    timezone: user.timezone,
    registered_at: user.registeredAt,
    email_verified_at: user.emailVerifiedAt,
    has_password: user.passwordRef !== null,
    signs_in_with_google: user.googleSubjectHash !== null,
    second_factor_enabled_at: active?.enabledAt ?? null,
    recovery_codes_left: active?.recoveryCodeHashes.length ?? 0,
    deletion_due_at: user.deletionDueAt,
    mail_preferences: projects.map(({ projectId, epoch }) => ({
      workspace_id: projectId,
      ...mailPreferencesOf(user, { projectId, epoch }),
    })),
  };
}

/** What is stored of the organization: its data for invoices and its subscription. */
export async function organizationRecord({ streams, vault }: RecordDeps, { organizationId, profileRef, registeredAt }: Organization) {
  const [profile, { state: subscription }] = await Promise.all([
    vault.get<OrganizationProfile>(profileRef),
    streams.load(billingStream, organizationId),
  ]);
  const known = subscription.kind === 'none' ? null : subscription;
  return {
    id: organizationId,
    registered_at: registeredAt,
    ...profile,
    plan: known?.plan ?? null,
    billing_status: known?.status ?? null,
    billing_status_since: known?.statusSince ?? null,
    own_limits: known?.ownLimits ?? {},
    customer_at_payment_provider: known?.customerId ?? null,
    payment_terms: known?.provider ?? null,
  };
}
