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
