import type { Migration } from '@pps/read-store';
import { schedulesCommentsMigration } from './schedules-comments.migration';

export const schedulesMigrations: readonly Migration[] = [
  {
    name: 'schedules/001-fired-pins',
    up: async (tx) => {
      await tx.raw(`
        create schema schedules;
        create table schedules.fired_pin (
          pin_id uuid primary key,
          schedule_id uuid not null);`);
    },
  },
  schedulesCommentsMigration,
];
