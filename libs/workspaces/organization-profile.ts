/** What the vault keeps about an organization under its `profileRef`. */
export interface OrganizationProfile {
  readonly workspace_name: string;
}

/** The vault's subject of everything kept for an organization. */
export const organizationSubject = (organizationId: string): string => `organization:${organizationId}`;
