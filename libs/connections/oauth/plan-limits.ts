/** Port to billing, bound by the host: how many platform accounts a project may have now. */
export interface PlanLimits {
  platformAccounts(project: {
    readonly organizationId: string;
    readonly projectId: string;
    readonly environment: 'production' | 'sandbox';
  }): Promise<number>;
}
