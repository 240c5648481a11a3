import type { HandledFacts, RecordedFact } from '@pps/event-store';

export const activityCategories = ['security', 'publishing', 'billing', 'configuration', 'integration'] as const;
export type ActivityCategory = (typeof activityCategories)[number];

export const activityStatuses = ['success', 'failed', 'queued', 'canceled'] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

/** A fact in words that people read. Nothing in it is secret or about a person: names are looked up when it is shown. */
export interface Activity {
  /** `<resource>.<what happened>`; its category follows from it. */
  readonly action: string;
  readonly status: ActivityStatus;
  readonly message: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** The platform account that it is about, where the fact names one. */
  readonly accountId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The facts of some streams, and how each is put into words. */
export interface ActivitySource {
  readonly handles: HandledFacts<RecordedFact>;
  /** Null for a fact that the source does not handle, or that nobody has to be told of. */
  describe(fact: RecordedFact): Activity | null;
}

export const activitySource = <Handled extends RecordedFact>(
  handles: HandledFacts<Handled>,
  describe: (fact: Handled) => Activity | null,
): ActivitySource => ({
  handles,
  describe(recorded) {
    const fact = handles.read(recorded);
    return fact && describe(fact);
  },
});

const categoriesOfResources: ReadonlyMap<string, ActivityCategory> = new Map(
  Object.entries({
    user: 'security',
    api_key: 'security',
    account_export: 'security',
    profile: 'configuration',
    preferences: 'configuration',
    organization: 'configuration',
    project: 'configuration',
    pin: 'publishing',
    schedule: 'publishing',
    import: 'publishing',
    proposal: 'publishing',
    asset: 'publishing',
    account: 'integration',
    board: 'integration',
    webhook: 'integration',
    plan: 'billing',
    billing: 'billing',
    checkout: 'billing',
    portal: 'billing',
    payment: 'billing',
    quota: 'billing',
  } as const),
);

/** Every action has one category; null for an action that there is none of. */
export const categoryOfAction = (action: string): ActivityCategory | null =>
  action === 'project.switched' ? 'security' : (categoriesOfResources.get(action.split('.')[0] ?? '') ?? null);
