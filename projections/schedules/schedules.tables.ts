import type { PinState } from '@pps/pins/events';
import { textOrEmpty } from '@pps/kernel';
import { tableFrom } from '@pps/read-store';
import type { Schedule, ScheduleView } from '@pps/schedules/events';

/** A schedule as it stands after the newest facts about it and about its pin, and as clients see it. */
export interface FoldedSchedule {
  readonly revision: number;
  readonly position: bigint;
  readonly createdPosition: bigint | null;
  readonly state: Schedule;
  readonly pin: PinState;
  readonly pinRevision: number;
  readonly latenessMs: number | null;
  readonly view: ScheduleView;
}

const assetOf = ({ view }: FoldedSchedule) => view.content.assetId ?? null;
const coverOf = ({ view }: FoldedSchedule) => view.content.coverImageAssetId ?? null;

export const scheduleTable = tableFrom<FoldedSchedule>()({
  name: 'schedules',
  meaning: 'Every schedule as it stands, one row each.',
  key: ['schedule_id'],
  indexes: [
    '(project_id, epoch, run_at desc, created_position desc)',
    '(project_id, epoch, status)',
    '(account_id)',
    "(organization_id, schedule_id) where status = 'deferred' and pin_id is null",
    '(pin_id) where pin_id is not null',
    '(asset_id) where asset_id is not null',
    '(cover_asset_id) where cover_asset_id is not null',
  ],
  columns: {
    schedule_id: ['uuid', 'The schedule; stream schedule-<schedule_id> in the log.', ({ state }) => state.scheduleId],
    revision: ['int not null', "Revision of the newest fact taken in from the schedule's stream.", ({ revision }) => revision],
    position: [
      'bigint not null',
      'Position of the newest fact about it or its pin in the whole log.',
      ({ position }) => position.toString(),
    ],
    created_position: [
      'bigint not null',
      'Position of the fact that created it: the order of creation.',
      ({ position, createdPosition }) => (createdPosition ?? position).toString(),
      { rewrite: 'keep' },
    ],
    project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ state }) => state.projectId],
    epoch: ['int not null', 'How often the project had been reset when the schedule was created.', ({ state }) => state.epoch],
    organization_id: ['uuid not null', 'Organization the project belongs to.', ({ state }) => state.organizationId],
    account_id: ['uuid not null', 'Connected platform account its pin is published with.', ({ view }) => view.accountId],
    board_id: ['text not null', "The platform's id of the board.", ({ view }) => view.boardId],
    status: ['text not null', 'scheduled, queued, deferred, running, done, failed or canceled.', ({ view }) => view.status],
    run_at: ['timestamptz not null', 'When it is to fire.', ({ state }) => state.runAt],
    title: ['text not null', 'Title as given.', ({ view }) => textOrEmpty(view.content.title)],
    description: ['text', 'Description as given.', ({ view }) => view.content.description ?? null],
    link_url: ['text', 'Link as given.', ({ view }) => view.content.linkUrl ?? null],
    asset_id: ['uuid', 'The uploaded image or video its pin shows.', assetOf],
    cover_asset_id: ['uuid', 'The uploaded cover of its video.', coverOf],
    idempotency_key: ['text', "The client's key, or the one it was given.", ({ state }) => state.idempotencyKey ?? null],
    import_job_id: ['uuid', 'The import it came with.', ({ state }) => state.importJobId ?? null],
    pin_id: ['uuid', 'The pin that was queued when it fired.', ({ view }) => view.pinId],
    fired_at: ['timestamptz', 'When it fired.', ({ view }) => view.firedAt],
    lateness_ms: ['bigint', 'How long after its time it fired, in milliseconds.', ({ latenessMs }) => latenessMs],
    error_code: ['text', 'Why it is deferred, failed or canceled.', ({ view }) => view.errorCode],
    error_message: ['text', 'The same in words.', ({ view }) => view.errorMessage],
    created_at: ['timestamptz not null', 'When it was created.', ({ state }) => state.createdAt],
    updated_at: ['timestamptz not null', 'When it or its pin last changed.', ({ view }) => view.updatedAt],
    pin_revision: [
      'int not null',
      "Revision of the newest fact taken in from its pin's stream; -1 before.",
      ({ pinRevision }) => pinRevision,
    ],
    folded: ['jsonb not null', 'The whole state, for the service itself; its shape may change.', ({ state }) => state, { internal: true }],
    pin: ['jsonb not null', 'The state of its pin, for the service itself; its shape may change.', ({ pin }) => pin, { internal: true }],
  },
});
