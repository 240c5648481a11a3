/** What a plan allows (the specification's section 8.2). */
export interface PlanTerms {
  readonly name: string;
  /** Pin creations in a calendar month, UTC. */
  readonly quotaPinsMonthly: number;
  readonly platformAccountsLimit: number;
  /** Of uploaded files, in each project. */
  readonly storageQuotaBytes: number;
  /** In each project, disabled ones too. */
  readonly webhooksLimit: number;
  /** In each project; revoked ones do not count. */
  readonly apiKeysLimit: number;
  readonly activityLogRetentionDays: number;
  readonly features: { readonly uploadedMediaAssets: boolean; readonly bulkImports: boolean };
}

const everyFeature = { uploadedMediaAssets: true, bulkImports: true };
const noFeature = { uploadedMediaAssets: false, bulkImports: false };

/** The same on every plan: they cost the service, not the customer. */
const counts = { webhooksLimit: 100, apiKeysLimit: 200 };

const gibibyte = 1024 ** 3;

export const plans = {
  playground: {
    name: 'Playground',
    quotaPinsMonthly: 50,
    platformAccountsLimit: 1,
    storageQuotaBytes: 0,
    ...counts,
    activityLogRetentionDays: 7,
    features: noFeature,
  },
  starter: {
    name: 'Starter',
    quotaPinsMonthly: 300,
    platformAccountsLimit: 2,
    storageQuotaBytes: 2 * gibibyte,
    ...counts,
    activityLogRetentionDays: 30,
    features: everyFeature,
  },
  growth: {
    name: 'Growth',
    quotaPinsMonthly: 1_000,
    platformAccountsLimit: 5,
    storageQuotaBytes: 10 * gibibyte,
    ...counts,
    activityLogRetentionDays: 90,
    features: everyFeature,
  },
  pro: {
    name: 'Pro',
    quotaPinsMonthly: 5_000,
    platformAccountsLimit: 15,
    storageQuotaBytes: 50 * gibibyte,
    ...counts,
    activityLogRetentionDays: 365,
    features: everyFeature,
  },
  enterprise: {
    name: 'Enterprise',
    quotaPinsMonthly: 100_000,
    platformAccountsLimit: 50,
    storageQuotaBytes: 500 * gibibyte,
    ...counts,
    activityLogRetentionDays: 1_095,
    features: everyFeature,
  },
} as const satisfies Readonly<Record<string, PlanTerms>>;

export type Plan = keyof typeof plans;

/** From the smallest to the largest. */
export const planNames = Object.keys(plans) as readonly Plan[];

const inSandboxes = { quotaPinsMonthly: 100, platformAccountsLimit: 5 };

/** What was agreed with an organization on Enterprise instead of the plan's numbers. */
export interface OwnLimits {
  readonly quotaPinsMonthly?: number;
  readonly platformAccountsLimit?: number;
  readonly storageQuotaBytes?: number;
  readonly webhooksLimit?: number;
  readonly apiKeysLimit?: number;
  readonly activityLogRetentionDays?: number;
}

export type PlanLimitName = keyof OwnLimits;

/** The plan's terms, on Enterprise with what was agreed instead. A sandbox has numbers of its own for pins and accounts, whatever the plan. */
export function termsOf(
  { plan, ownLimits }: { readonly plan: Plan; readonly ownLimits: OwnLimits },
  environment: 'production' | 'sandbox',
): PlanTerms {
  return { ...plans[plan], ...(plan === 'enterprise' && ownLimits), ...(environment === 'sandbox' && inSandboxes) };
}
