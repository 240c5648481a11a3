import type { PinState, PinView } from '@pps/pins/events';
import { textOrEmpty } from '@pps/kernel';
import { anyScript, tableFrom, type Column } from '@pps/read-store';

/** A pin as it stands after its newest fact, and as clients see it. */
export interface FoldedPin {
  readonly revision: number;
  readonly position: bigint;
  /** Of the fact that queued it, where that is among those projected now. */
  readonly queuedPosition: bigint | null;
  readonly state: Extract<PinState, { readonly kind: 'pin' }>;
  readonly view: PinView;
}

/** The last state of a pin that was deleted. */
export interface RemovedPin extends FoldedPin {
  readonly removedAt: string;
  readonly removedFromPlatform: boolean;
}

const pinColumns = {
  pin_id: ['uuid', 'The pin; stream pin-<pin_id> in the log.', ({ state }) => state.pinId],
  revision: ['int not null', "Revision of the newest fact taken in from the pin's stream.", ({ revision }) => revision],
  position: ['bigint not null', 'Position of that fact in the whole log.', ({ position }) => position.toString()],
  queued_position: [
    'bigint not null',
    'Position of the fact that queued the pin: the order of creation.',
    ({ position, queuedPosition }) => (queuedPosition ?? position).toString(),
    { rewrite: 'keep' },
  ],
  project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ state }) => state.projectId],
  epoch: ['int not null', 'How often the project had been reset when the pin was created.', ({ state }) => state.epoch],
  organization_id: ['uuid not null', 'Organization the project belongs to.', ({ state }) => state.organizationId],
  account_id: ['uuid not null', 'Connected platform account the pin is published with.', ({ state }) => state.accountId],
  board_id: ['text not null', "The platform's id of the board.", ({ state }) => state.boardId],
  status: ['text not null', 'queued, deferred, publishing, published or failed.', ({ view }) => view.status],
  title: ['text not null', 'Title as given.', ({ state }) => textOrEmpty(state.content.title)],
  link_url: ['text', 'Link as given.', ({ state }) => state.content.linkUrl ?? null],
  asset_id: ['uuid', 'The uploaded image or video it shows.', ({ state }) => state.content.assetId ?? null],
  cover_asset_id: ['uuid', 'The uploaded cover of its video.', ({ state }) => state.content.coverImageAssetId ?? null],
  source: ['text not null', 'api, batch, import or schedule.', ({ state }) => state.source],
  idempotency_key: [
    'text',
    "The client's key, or the one it was given; pins of earlier releases may have none.",
    ({ state }) => state.idempotencyKey ?? null,
  ],
  platform_pin_id: ['text', "The platform's id of the published pin.", ({ view }) => view.platformPinId],
  platform_url: ['text', 'Its public page.', ({ view }) => view.platformUrl],
  error_code: ['text', 'Why it is deferred or failed.', ({ view }) => view.errorCode],
  error_message: ['text', 'The same in words.', ({ view }) => view.errorMessage],
  attempts: ['int not null', 'Publishing attempts that count.', ({ state }) => state.attempts],
  created_at: ['timestamptz not null', 'When it was queued.', ({ state }) => state.queuedAt],
  updated_at: ['timestamptz not null', 'When it last changed.', ({ state }) => state.updatedAt],
  next_attempt_at: ['timestamptz', 'When a deferred pin goes on.', ({ view }) => view.nextAttemptAt],
  published_at: ['timestamptz', 'When it was published.', ({ view }) => view.publishedAt],
  failed_at: ['timestamptz', 'When it failed.', ({ view }) => view.failedAt],
  folded: [
    'jsonb not null',
    'The whole state, for the service itself; its shape may change.',
    ({ state, view }) => Object.assign({}, state, view),
    { internal: true },
  ],
} satisfies Readonly<Record<string, Column<FoldedPin>>>;

// One index for each order and filter of the lists: each ends in what the order ends in.
const listIndexes = [
  '(project_id, epoch, created_at, queued_position)',
  '(project_id, epoch, status, created_at, queued_position)',
  '(project_id, epoch, account_id, created_at, queued_position)',
  '(project_id, epoch, board_id, created_at, queued_position)',
  '(project_id, epoch, error_code, created_at, queued_position) where error_code is not null',
  `(project_id, epoch, title ${anyScript}, queued_position)`,
  '(project_id, epoch, published_at, queued_position)',
  '(project_id, epoch, failed_at) where failed_at is not null',
];

export const pinTable = tableFrom<FoldedPin>()({
  name: 'pins',
  meaning: 'Every pin as it stands, one row each.',
  key: ['pin_id'],
  indexes: [
    ...listIndexes,
    '(asset_id) where asset_id is not null',
    '(cover_asset_id) where cover_asset_id is not null',
    '(platform_pin_id) where platform_pin_id is not null',
  ],
  columns: pinColumns,
});

export const removedPinTable = tableFrom<RemovedPin>()({
  name: 'removed_pins',
  meaning: 'Every pin that was deleted as it stood then, one row each.',
  key: ['pin_id'],
  indexes: listIndexes,
  columns: {
    ...pinColumns,
    removed_at: ['timestamptz not null', 'When it was deleted.', ({ removedAt }) => removedAt],
    removed_from_platform: ['boolean not null', 'Whether the platform deleted it too.', ({ removedFromPlatform }) => removedFromPlatform],
  },
});
