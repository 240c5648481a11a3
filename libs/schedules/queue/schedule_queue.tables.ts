import { tableFrom } from '@pps/read-store';

/** A schedule that may fire: before its time, deferred, fired, or failed and perhaps tried again. */
export interface WaitingSchedule {
  readonly schedule_id: string;
  readonly revision: number;
  readonly project_id: string;
  readonly epoch: number;
  readonly account_id: string;
  readonly phase: 'scheduled' | 'deferred' | 'fired' | 'failed';
  readonly due_at: string | null;
}

export const scheduleQueueTable = tableFrom<WaitingSchedule>()({
  name: 'schedule_queue',
  meaning: 'What firing has not finished with: one row a schedule that waits for its time, whose pin has not ended, or that has failed.',
  key: ['schedule_id'],
  indexes: ['(project_id, due_at, schedule_id) where due_at is not null', '(account_id)', '(project_id, epoch)'],
  columns: {
    schedule_id: ['uuid', 'The schedule; stream schedule-<schedule_id> in the log.', (row) => row.schedule_id],
    revision: ['int not null', "Revision of the newest fact taken in from the schedule's stream.", (row) => row.revision],
    project_id: ['uuid not null', 'Project (workspace_id in the API).', (row) => row.project_id],
    epoch: ['int not null', 'How often the project had been reset when the schedule was created.', (row) => row.epoch],
    account_id: ['uuid not null', 'Connected platform account its pin is published with.', (row) => row.account_id],
    phase: ['text not null', 'scheduled, deferred, fired or failed.', (row) => row.phase],
    due_at: [
      'timestamptz',
      'When it fires, is tried again, or is looked at because nobody has seen its pin; null where nothing is due.',
      (row) => row.due_at,
    ],
  },
});

export interface DueProject {
  readonly project_id: string;
  readonly next_due_at: string;
}

export const dueProjectTable = tableFrom<DueProject>()({
  name: 'schedule_due_project',
  meaning: 'When the next schedule of each project is due, so that the projects that have one are found without a look at the others.',
  key: ['project_id'],
  indexes: ['(next_due_at)'],
  columns: {
    project_id: ['uuid', 'Project (workspace_id in the API).', (row) => row.project_id],
    next_due_at: ['timestamptz not null', 'The earliest due_at of its schedules.', (row) => row.next_due_at],
  },
});
