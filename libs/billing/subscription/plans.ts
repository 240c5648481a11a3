/** What a plan allows (the specification's section 8.2). */
export interface PlanTerms {
  readonly name: string;
  /** Pin creations in a calendar month, UTC. */
  readonly quotaPinsMonthly: number;
  readonly platformAccountsLimit: number;
  /** Of uploaded files, in each project. */
  readonly storageQuotaBytes: number;
  readonly activityLogRetentionDays: number;
  readonly features: { readonly uploadedMediaAssets: boolean; readonly bulkImports: boolean };
}

const everyFeature = { uploadedMediaAssets: true, bulkImports: true };
const noFeature = { uploadedMediaAssets: false, bulkImports: false };

const gibibyte = 1024 ** 3;

export const plans = {
  playground: {
    name: 'Playground',
    quotaPinsMonthly: 50,
    platformAccountsLimit: 1,
    storageQuotaBytes: 0,
    activityLogRetentionDays: 7,
    features: noFeature,
  },
  starter: {
    name: 'Starter',
    quotaPinsMonthly: 300,
    platformAccountsLimit: 2,
    storageQuotaBytes: 2 * gibibyte,
    activityLogRetentionDays: 30,
    features: everyFeature,
  },
  growth: {
    name: 'Growth',
    quotaPinsMonthly: 1_000,
    platformAccountsLimit: 5,
    storageQuotaBytes: 10 * gibibyte,
    activityLogRetentionDays: 90,
    features: everyFeature,
  },
  pro: {
    name: 'Pro',
    quotaPinsMonthly: 5_000,
    platformAccountsLimit: 15,
    storageQuotaBytes: 50 * gibibyte,
    activityLogRetentionDays: 365,
    features: everyFeature,
  },
  enterprise: {
    name: 'Enterprise',
    quotaPinsMonthly: 100_000,
    platformAccountsLimit: 50,
    storageQuotaBytes: 500 * gibibyte,
    activityLogRetentionDays: 1_095,
    features: everyFeature,
  },
} as const satisfies Readonly<Record<string, PlanTerms>>;

export type Plan = keyof typeof plans;

/** From the smallest to the largest. */
export const planNames = Object.keys(plans) as readonly Plan[];

const inSandboxes = { quotaPinsMonthly: 100, platformAccountsLimit: 5 };

/** What a plan allows in one of its projects: a sandbox has numbers of its own, whatever the plan, and the plan's features. */
export function termsOf(plan: Plan, environment: 'production' | 'sandbox'): PlanTerms {
  return environment === 'sandbox' ? { ...plans[plan], ...inSandboxes } : plans[plan];
}
