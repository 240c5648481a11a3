import type { RecordedFact } from '@pps/event-store';
import { textOrEmpty } from '@pps/kernel';
import { tableFrom, type RowOf } from '@pps/read-store';
import type { PinQueued } from '../pin/pin.events';
import type { Publishing } from '../pin/pin.state';
import { queuedAt } from '../pin/pin.stream';
import { giveUpAfter } from '../publishing/publishing.policy';
import { actionColumns, nextActionSql, startKinds, type QueuePhase } from './action-columns';

/** What is next for pins that occupy their board or the platform. */
const openKinds = ['expire_upload', 'read_video_status', 'expire_attempt', 'read_board'] as const;

export interface WaitingChange {
  readonly accountId: string;
  readonly projectId: string;
  readonly simulated: boolean;
  readonly readyPins: number;
  readonly tokens: number;
  /** Of the newest fact after which another pin of the account may start; none where only counts change. */
  readonly changedPosition?: bigint;
}

const showsVideo = ({ content, simulated }: PinQueued['data']): boolean => content.mediaType === 'video' && !simulated;

export const queueTable = tableFrom<RecordedFact<PinQueued>>()({
  name: 'publish_queue',
  meaning: 'Pins that publishing has not finished with.',
  key: ['pin_id'],
  indexes: [
    `(account_id, board_id, needs_upload, queue_position) where ${nextActionSql(startKinds)} and starts = 0`,
    `(account_id, board_id, needs_upload, ready_at) where ${nextActionSql(startKinds)} and starts > 0`,
    `(account_id, needs_upload, queue_position) where ${nextActionSql(startKinds)} and starts = 0`,
    `(account_id, ready_at) where ${nextActionSql(startKinds)} and starts > 0`,
    `(account_id, board_id) where ${nextActionSql(openKinds)}`,
    `(give_up_at) where ${nextActionSql(startKinds)} and starts > 0`,
    `(deadline) where ${nextActionSql(['expire_attempt', 'expire_upload'])}`,
    `(next_look_at) where ${nextActionSql(['read_board', 'read_video_status'])}`,
    '(project_id, epoch)',
  ],
  columns: {
    pin_id: ['uuid', 'The pin.', ({ data }) => data.pinId],
    revision: ['int not null', 'Revision of the newest fact taken in.', ({ revision }) => revision],
    project_id: ['uuid not null', 'Project of the pin.', ({ data }) => data.projectId],
    epoch: ['int not null', 'Epoch of the project.', ({ data }) => data.epoch],
    account_id: ['uuid not null', 'Account it is published with.', ({ data }) => data.accountId],
    board_id: ['text not null', 'Board it goes to.', ({ data }) => data.boardId],
    fingerprint: ['text not null', 'What can be recognised of it on the platform, hashed.', ({ data }) => textOrEmpty(data.fingerprint)],
    cost: ['int not null', 'Tokens an attempt costs.', (): number => 1],
    simulated: ['boolean not null', 'Whether it is a sandbox’s: the platform is never called.', ({ data }) => data.simulated ?? false],
    is_video: ['boolean not null', 'Whether it shows an uploaded video.', ({ data }) => showsVideo(data)],
    needs_upload: ['boolean not null', 'Whether its video has to be uploaded to the platform first.', ({ data }) => showsVideo(data)],
    queue_position: [
      'bigint not null',
      'Position of the fact that queued it: the order within an account.',
      ({ position }) => position.toString(),
    ],
    phase: [
      'text not null',
      'ready, uploading, processing (of a video), attempting, unknown or failed.',
      (): QueuePhase => actionColumns.create_pin.phase,
    ],
    ready_at: ['timestamptz not null', 'Not before this moment.', ({ data }) => data.queuedAt],
    starts: ['int not null', 'Attempts started so far.', (): number => 0],
    give_up_at: [
      'timestamptz',
      'When it fails by itself where it still waits; empty before its first attempt and after a retry, until when publish_consent says so where its account is held back.',
      (): string | null => null,
    ],
    give_up_at_latest: [
      'timestamptz',
      'When it fails by itself however long the platform told it to wait; empty where give_up_at is.',
      (): string | null => null,
    ],
    deadline: ['timestamptz', 'Until when the open attempt or upload may report.', (): string | null => null],
    next_look_at: ['timestamptz', 'When the platform is looked at next.', (): string | null => null],
    publishing: [
      'jsonb not null',
      'How far publishing has come, for the service itself; its shape may change.',
      ({ data }): Publishing => queuedAt(data.queuedAt),
      { internal: true },
    ],
  },
});

export const epochTable = tableFrom<readonly [projectId: string, epoch: number]>()({
  name: 'publish_epoch',
  meaning: 'Sandboxes that were reset: pins of their older epochs are not published.',
  key: ['project_id'],
  columns: {
    project_id: ['uuid', 'The sandbox.', ([projectId]) => projectId],
    epoch: ['int not null', 'Its present epoch.', ([, epoch]) => epoch, { rewrite: 'greatest' }],
  },
});

export const waitingTable = tableFrom<WaitingChange>()({
  name: 'publish_waiting',
  meaning: 'How much waits of each account; one of which nothing waits is absent.',
  key: ['account_id', 'project_id', 'simulated'],
  indexes: ['(changed_position, account_id) where ready_pins > 0'],
  columns: {
    account_id: ['uuid not null', 'The account.', ({ accountId }) => accountId],
    project_id: ['uuid not null', 'Its project.', ({ projectId }) => projectId],
    simulated: ['boolean not null', 'Whether the project is a sandbox.', ({ simulated }) => simulated],
    ready_pins: [
      'int not null',
      'Pins that wait for an attempt, those that are held back until later too.',
      ({ readyPins }) => readyPins,
      { rewrite: 'add' },
    ],
    tokens: [
      'int not null',
      'Tokens that these take, and the videos that are being uploaded or processed: an upload and a creation take one each.',
      ({ tokens }) => tokens,
      { rewrite: 'add' },
    ],
    changed_position: [
      'bigint not null',
      'Position of the newest fact after which another pin of the account may start.',
      ({ changedPosition = -1n }) => changedPosition.toString(),
      { rewrite: 'greatest' },
    ],
  },
});

export const waitingProjectTable = tableFrom<WaitingChange>()({
  name: 'publish_waiting_project',
  meaning: 'Projects of which pins wait for an attempt.',
  key: ['project_id', 'simulated'],
  columns: {
    project_id: ['uuid not null', 'The project.', ({ projectId }) => projectId],
    simulated: ['boolean not null', 'Whether it is a sandbox.', ({ simulated }) => simulated],
    ready_pins: ['int not null', 'Pins that wait for an attempt.', ({ readyPins }) => readyPins, { rewrite: 'add' }],
  },
});

export const waitingTotalTable = tableFrom<WaitingChange>()({
  name: 'publish_waiting_total',
  meaning: 'How much waits in all: one row for sandboxes, one for all other projects.',
  key: ['simulated'],
  columns: {
    simulated: ['boolean not null', 'Whether the row is that of sandboxes.', ({ simulated }) => simulated],
    tokens: ['bigint not null', 'Tokens that all of publish_waiting takes.', ({ tokens }) => tokens.toString(), { rewrite: 'add' }],
    projects: ['int not null', 'Projects of which pins wait for an attempt.', ({ readyPins }) => Math.sign(readyPins), { rewrite: 'add' }],
  },
});

export const consentTable = tableFrom<{ readonly accountId: string; readonly at: string }>()({
  name: 'publish_consent',
  meaning: 'Accounts whose waiting pins are held back until their user consents again.',
  key: ['account_id'],
  columns: {
    account_id: ['uuid', 'The account.', ({ accountId }) => accountId],
    needed_since: ['timestamptz not null', 'When the platform stopped accepting its tokens.', ({ at }) => at],
    give_up_at: [
      'timestamptz not null',
      'From when its pins that had no attempt, or none since a retry, fail by themselves, oldest first; one that came later, a day after it came.',
      ({ at }) => giveUpAfter(at),
    ],
  },
});

export type QueueRow = RowOf<typeof queueTable>;
