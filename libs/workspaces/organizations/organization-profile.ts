import type { Streams, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { decideProfileChange, type OrganizationProfileChanged, organizationStream } from './organization.stream';

export const invoiceFields = [
  'company_name',
  'company_website',
  'billing_email',
  'billing_phone',
  'tax_id',
  'address_line1',
  'address_line2',
  'address_city',
  'address_state',
  'address_postal_code',
  'address_country',
] as const;

export type InvoiceField = (typeof invoiceFields)[number];

/** What the vault holds about an organization under `profileRef`; an invoice field that is absent was never given. */
export type OrganizationProfile = { readonly workspace_name: string } & { readonly [Field in InvoiceField]?: string | null };

/** The vault's subject of everything it holds about an organization. */
export const organizationSubject = (organizationId: string): string => `organization:${organizationId}`;

export interface ChangeOrganizationProfileDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly vault: Pick<Vault, 'get' | 'put'>;
}

/**
 * Changes name and invoice data; a field that is absent stays as it is. `rename` is recorded with the change, and is not where nothing changes; whoever asks
 * appends it to the person then. Throws `NotFound`, or `Rejected('conflict')` when the profile changed meanwhile.
 */
export async function changeOrganizationProfile(
  { streams, vault }: ChangeOrganizationProfileDeps,
  organizationId: string,
  changes: Partial<OrganizationProfile>,
  origin: Origin,
  rename: OrganizationProfileChanged['data']['rename'] | null = null,
): Promise<void> {
  const { state } = await streams.load(organizationStream, organizationId);
  const profile = state.kind === 'registered' ? await vault.get<OrganizationProfile>(state.profileRef) : null;
  if (state.kind === 'none' || !profile) throw new NotFound('Organization');
  const changed = { ...profile, ...changes };
  if (Object.keys(changes).every((name) => changed[name as keyof OrganizationProfile] === profile[name as keyof OrganizationProfile]))
    return;
  const profileRef = await vault.put(organizationSubject(organizationId), 'organization_profile', changed);
  const fact = { profileRef, changedAt: origin.occurredAt, ...(rename && { rename }) };
  await streams.decide(organizationStream, organizationId, origin, (current) => decideProfileChange(fact, state.profileRef, current));
}
