import { describeTables, type Migration } from '@pps/read-store';

const schedulesCommentsMigration = describeTables('schedules', 'What schedules need besides their facts.', {
  fired_pin: {
    meaning: 'The pins that schedules have fired: what happens to one is noted in the stream of its schedule.',
    columns: {
      pin_id: 'The pin.',
      schedule_id: 'The schedule that fired it.',
    },
  },
});

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
