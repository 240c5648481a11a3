import type { PinStatus } from '@pps/pins/events';
import { tableFrom } from '@pps/read-store';

/** How many pins more, or fewer, have these values. */
export interface PinCount {
  readonly projectId: string;
  readonly epoch: number;
  readonly accountId: string;
  readonly boardId: string;
  readonly status: PinStatus;
  readonly errorCode: string;
  readonly isRemoved: boolean;
  readonly pins: number;
}

const projectColumns = {
  project_id: ['uuid', 'Project (workspace_id in the API).', ({ projectId }: { projectId: string }) => projectId],
  epoch: ['int', 'How often the project had been reset when the pins were created.', ({ epoch }: { epoch: number }) => epoch],
  account_id: ['uuid', 'Connected platform account of the pins.', ({ accountId }: { accountId: string }) => accountId],
} as const;

export const pinCountTable = tableFrom<PinCount>()({
  name: 'pin_counts',
  meaning: 'How many pins there are, by what lists of them are filtered by.',
  key: ['project_id', 'epoch', 'account_id', 'board_id', 'status', 'error_code', 'is_removed'],
  indexes: ['(project_id) where pins = 0'],
  columns: {
    ...projectColumns,
    board_id: ['text', "The platform's id of the board.", ({ boardId }) => boardId],
    status: ['text', 'queued, deferred, publishing, published or failed.', ({ status }) => status],
    error_code: ['text', 'Why they are deferred or failed; empty where they are neither.', ({ errorCode }) => errorCode],
    is_removed: ['boolean', 'Whether they were deleted.', ({ isRemoved }) => isRemoved],
    pins: ['bigint not null', 'How many.', ({ pins }) => pins, { rewrite: 'add' }],
  },
});

/** What is counted of a quarter of an hour. */
export const activityMeasures = [
  'submitted',
  ...(['queued', 'deferred', 'publishing', 'published', 'failed'] as const),
  'publications',
  'failures',
] as const;
export type ActivityMeasure = (typeof activityMeasures)[number];

/** How much more, or less, there is of each measure. */
export interface PinActivity extends Readonly<Record<ActivityMeasure, number>> {
  readonly projectId: string;
  readonly epoch: number;
  readonly accountId: string;
  readonly quarter: string;
}

export const pinActivityTable = tableFrom<PinActivity>()({
  name: 'pin_activity',
  meaning: 'What was done with pins in each quarter of an hour.',
  key: ['project_id', 'epoch', 'quarter', 'account_id'],
  indexes: [`(project_id) where ${activityMeasures.map((measure) => `${measure} = 0`).join(' and ')}`],
  columns: {
    ...projectColumns,
    quarter: ['timestamptz', 'Beginning of the quarter of an hour (UTC).', ({ quarter }) => quarter],
    submitted: ['bigint not null', 'Pins created then, deleted ones too.', ({ submitted }) => submitted, { rewrite: 'add' }],
    queued: ['bigint not null', 'Of the pins created then, those that are queued now.', ({ queued }) => queued, { rewrite: 'add' }],
    deferred: ['bigint not null', 'The same for deferred.', ({ deferred }) => deferred, { rewrite: 'add' }],
    publishing: ['bigint not null', 'The same for publishing.', ({ publishing }) => publishing, { rewrite: 'add' }],
    published: ['bigint not null', 'The same for published.', ({ published }) => published, { rewrite: 'add' }],
    failed: ['bigint not null', 'The same for failed.', ({ failed }) => failed, { rewrite: 'add' }],
    publications: [
      'bigint not null',
      'Pins published then, whenever they were created.',
      ({ publications }) => publications,
      { rewrite: 'add' },
    ],
    failures: ['bigint not null', 'Pins that failed then and were not retried since.', ({ failures }) => failures, { rewrite: 'add' }],
  },
});
